import { type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Sends bytes as they are and returns the statuses of all answers until the server closes or is silent. */
export const sendRaw = (url: string, bytes: string | Buffer, silenceMs = 400): Promise<number[]> =>
  new Promise((resolve) => {
    const { port } = new URL(url);
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => void socket.write(bytes));
    const done = (): void => {
      socket.destroy();
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)));
    };
    socket.setTimeout(silenceMs, done);
    socket.on('data', (chunk) => void (text += chunk.toString('latin1')));
    socket.on('error', done);
    socket.on('close', done);
  });

/** Sends bytes as they are on a connection of which nothing is read. */
export const sendUnread = (url: string, bytes: string): Socket => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => void socket.write(bytes));
  return socket.pause().on('error', () => undefined);
};

/** Opens a connection, trickles one byte at a time, and returns after how many ms the server had enough, and its answer. */
export const trickle = (
  url: string,
  head: string,
  everyMs: number,
  patienceMs: number,
): Promise<{ ms: number; status: number }> =>
  new Promise((resolve) => {
    const started = performance.now();
    const { port } = new URL(url);
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => void socket.write(head));
    const drip = setInterval(() => socket.writable && socket.write('a'), everyMs);
    const done = (): void => {
      clearInterval(drip);
      clearTimeout(patience);
      socket.destroy();
      resolve({ ms: performance.now() - started, status: Number(/HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0) });
    };
    const patience = setTimeout(done, patienceMs);
    socket.on('data', (chunk) => void (text += chunk.toString('latin1')));
    socket.on('error', done);
    socket.on('close', done);
  });

export type RawRequest = { path: string; headers: OutgoingHttpHeaders; body: string | Uint8Array };

/** Posts from another of this machine's addresses (127.0.0.0/8), and returns the status; 0 when the connection ended. */
export const postFrom = (localAddress: string, url: string, { path, headers, body }: RawRequest): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const sent = request({ hostname, port, path, method: 'POST', headers, localAddress, agent: false }, (answer) => {
      answer.resume().on('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0)).end(body);
  });
