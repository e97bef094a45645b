import { eventually } from '@staycover/testing';

/** Where a process opens its inspector when it gets SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list';

/** The part of the DevTools protocol that asks for the heap, of a process or of a page. */
export type HeapSession = {
  send(method: 'HeapProfiler.collectGarbage'): Promise<unknown>;
  send(method: 'Runtime.getHeapUsage'): Promise<{ usedSize: number }>;
};

/** What is kept, in MiB: what is held after garbage was collected. */
export const usedMiB = async (session: HeapSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
};

/** Opens the inspector of one Node process of this machine; of one at a time. */
export const inspect = async (pid: number): Promise<HeapSession & { close(): void }> => {
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
  return { send, close: () => socket.close() };
};
