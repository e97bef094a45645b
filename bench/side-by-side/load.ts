import { connect, type Socket } from 'node:net';

export type Request = { method: string; path: string; body?: unknown };
/** What a load came to; latencies in ms. */
export type Outcome = { count: number; seconds: number; p50: number; p99: number };
/** Sends one request and resolves with the body of its answer. */
export type Send = (request: Request) => Promise<string>;

/** Sends requests on this number of connections, each after the previous response, for a time or a number of requests. */
export const load = async (
  base: string,
  { connections, seconds = Infinity, count = Infinity }: { connections: number; seconds?: number; count?: number },
  work: (send: Send, n: number) => Promise<unknown>,
): Promise<Outcome> => {
  const taken: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1_000;
  let n = 0;
  const connection = async () => {
    const { send, end } = await open(base);
    while (n < count && performance.now() < until) {
      const started = performance.now();
      await work(send, n++);
      taken.push(performance.now() - started);
    }
    end();
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return {
    count: taken.length,
    seconds: (performance.now() - began) / 1_000,
    p50: quantile(taken, 0.5),
    p99: quantile(taken, 0.99),
  };
};

/** The value below which so large a part of the others is. */
export const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** A bare connection: HTTP clients use more CPU time than the server under test. */
const open = async (base: string): Promise<{ send: Send; end(): void }> => {
  const { hostname, port, host } = new URL(base);
  const socket = connect({
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: Number(port),
    noDelay: true,
  });
  await new Promise<void>((resolve, reject) => void socket.once('connect', resolve).once('error', reject));
  const next = answers(socket);
  return {
    async send({ method, path, body }) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const type = text && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`;
      const answer = next();
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${type}\r\n${text}`);
      const { status, body: received } = await answer;
      if (status >= 300) throw new Error(`${method} ${path} was answered ${status}: ${received}`);
      return received;
    },
    end: () => void socket.destroy(),
  };
};

type Answer = { status: number; body: string };

/** Resolves with the next response: one is in flight at a time. */
const answers = (socket: Socket): (() => Promise<Answer>) => {
  let received: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  const fail = (error: Error) => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The connection was closed')));
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const answer = complete(received);
    if (!answer) return;
    received = Buffer.alloc(0);
    waiting?.resolve(answer);
  });
  return () => new Promise((resolve, reject) => (waiting = { resolve, reject }));
};

const complete = (received: Buffer): Answer | undefined => {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.toString('latin1', 0, end);
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head);
  const body = (isChunked ? joinChunks : untilLength(head))(received.subarray(end + 4));
  return body && { status: Number(head.slice(9, 12)), body: body.toString() };
};

const untilLength = (head: string) => {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!length) throw new Error(`An answer without its length: ${head}`);
  return (body: Buffer): Buffer | undefined => (body.length < Number(length[1]) ? undefined : body);
};

/** Undefined while chunks are missing. */
const joinChunks = (body: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const start = body.indexOf('\r\n', at) + 2;
    if (start < 2) return undefined;
    const end = start + Number.parseInt(body.toString('latin1', at, start), 16);
    at = end + 2;
    if (body.length < at) return undefined;
    if (end === start) return Buffer.concat(chunks);
    chunks.push(body.subarray(start, end));
  }
};
