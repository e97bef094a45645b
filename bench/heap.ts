import { eventually } from '@staycover/testing';

/** Where a process opens its inspector when it gets SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';

type Heap = {
  /** What the process keeps, in MiB: what it holds after its garbage was collected. */
  usedMiB(): Promise<number>;
  close(): void;
};

/** Opens the heap of one Node process of this machine; of one at a time. */
export const openHeap = async (pid: number): Promise<Heap> => {
  process.kill(pid, 'SIGUSR1');
  const [target] = await eventually('the inspector is open', () =>
    fetch(INSPECTOR).then(
      (answer) => answer.json() as Promise<[{ webSocketDebuggerUrl: string }]>,
      () => undefined,
    ),
  );
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let last = 0;
  const send = (method: string): Promise<{ usedSize: number }> =>
    new Promise((resolve) => {
      const id = ++last;
      const take = ({ data }: MessageEvent) => {
        const message = JSON.parse(data) as { id: number; result: { usedSize: number } };
        if (message.id !== id) return;
        socket.removeEventListener('message', take);
        resolve(message.result);
      };
      socket.addEventListener('message', take);
      socket.send(JSON.stringify({ id, method }));
    });
  return {
    async usedMiB() {
      await send('HeapProfiler.collectGarbage');
      return (await send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
    },
    close: () => socket.close(),
  };
};
