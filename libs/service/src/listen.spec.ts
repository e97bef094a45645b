import { Agent, type RequestListener, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { listen } from './listen.ts';

const ask = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { agent }, (answer) => answer.resume().once('end', () => resolve(answer.statusCode!)));
    asking.once('error', reject).end();
  });

test('a server shuts down although its clients keep their connections busy, and finishes open requests', async () => {
  let answered = 0;
  const server = await listen((_request, response) => void setTimeout(() => response.end('ok'), 5), '127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const client = async (): Promise<NodeJS.ErrnoException> => {
    try {
      for (;;) answered += Number((await ask(server.url, agent)) === 200);
    } catch (error) {
      return error as NodeJS.ErrnoException;
    }
  };
  const clients = Promise.all(Array.from({ length: 8 }, client));
  while (answered < 100) await new Promise((resolve) => setImmediate(resolve));

  await server.close();
  expect((await clients).map(({ code }) => code)).toEqual(
    Array.from({ length: 8 }, () => expect.stringMatching(/ECONNREFUSED|ECONNRESET/)),
  );
  agent.destroy();
});

test.each<[string, RequestListener]>([
  ['itself', (_request, response) => void response.end('ok')],
  ['before its turn', () => undefined],
])('a server that drains has its clients leave with the next answer: %s', async (what, handler) => {
  const before =
    (next: RequestListener): RequestListener =>
    (asked, response) =>
      what === 'itself' ? next(asked, response) : void response.end('refused');
  const server = await listen(handler, '127.0.0.1', 0, { before });
  const agent = new Agent({ keepAlive: true });
  await ask(server.url, agent);
  expect(Object.keys(agent.freeSockets)).toHaveLength(1);
  await server.drain(0);
  expect(await ask(server.url, agent)).toBe(200);
  expect(Object.keys(agent.freeSockets)).toHaveLength(0);
  await server.close();
  agent.destroy();
});

test('a server ends although a client never sends the rest of its request', async () => {
  const server = await listen((_request, response) => void response.end('ok'), '127.0.0.1', 0, { endWithinMs: 100 });
  const client = connect(Number(new URL(server.url).port), '127.0.0.1');
  const received = new Promise(
    (resolve) => void server.server.once('connection', (socket) => void socket.once('data', resolve)),
  );
  client.write('GET / HTTP/1.1\r\nHost: staycover\r\n');
  await received;
  const cutOff = new Promise((resolve) => void client.once('close', () => resolve('cut off')));
  await server.close();
  expect(await cutOff).toBe('cut off');
});

test('clients that wait to be accepted when the server shuts down are answered', async () => {
  const server = await listen((_request, response) => void response.end('ok'), '127.0.0.1', 0);
  const agent = new Agent();
  const answers = Promise.all(Array.from({ length: 20 }, () => ask(server.url, agent)));
  const closed = new Promise((resolve) => process.nextTick(() => resolve(server.close())));
  expect(await answers).toEqual(Array.from({ length: 20 }, () => 200));
  await closed;
  agent.destroy();
});

/** A client that sends `count` requests at once. */
const sendAtOnce = (url: string, count: number) => {
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: staycover\r\n\r\n'.repeat(count));
  return client;
};

test('requests that come at once on a connection begin one after the other, each once that before it is answered', async () => {
  let open = 0;
  const most: number[] = [];
  const server = await listen(
    (_request, response) => {
      most.push(++open);
      response.once('close', () => (open -= 1));
      setImmediate(() => response.end(String(most.length)));
    },
    '127.0.0.1',
    0,
  );
  const client = sendAtOnce(server.url, 50);
  let text = '';
  await new Promise<void>((resolve) =>
    client.on('data', (bytes) => {
      text += String(bytes);
      if (text.split('HTTP/1.1 200').length === 51 && text.endsWith('50')) resolve();
    }),
  );
  expect(Math.max(...most)).toBe(1);
  client.destroy();
  await server.close();
});

test('a client that does not read its answer is cut off, and what it asked beside it has not begun', async () => {
  let begun = 0;
  const server = await listen(
    (_request, response) => {
      begun += 1;
      response.end(Buffer.alloc(64 * 2 ** 20));
    },
    '127.0.0.1',
    0,
    { unreadTimeoutMs: 200 },
  );
  const closed = new Promise((resolve) =>
    server.server.once('connection', (socket) => socket.once('close', () => resolve('cut off'))),
  );
  const client = sendAtOnce(server.url, 50)
    .pause()
    .on('error', () => undefined);
  expect(await closed).toBe('cut off');
  expect(begun).toBe(1);
  client.destroy();
  await server.close();
});

test('a client is not cut off while its answer is made, however long that takes', async () => {
  const server = await listen(
    (_request, response) => void response.once('timeout', () => response.end('ok')),
    '127.0.0.1',
    0,
    {
      unreadTimeoutMs: 50,
    },
  );
  const agent = new Agent();
  expect(await ask(server.url, agent)).toBe(200);
  agent.destroy();
  await server.close();
});

test('a client that sends requests without end on one connection is cut off', async () => {
  let begun = 0;
  const server = await listen((_request, response) => void (begun += Number(!response.headersSent)), '127.0.0.1', 0);
  const closed = new Promise((resolve) =>
    server.server.once('connection', (socket) => socket.once('close', () => resolve('cut off'))),
  );
  const client = sendAtOnce(server.url, 1_000).on('error', () => undefined);
  expect(await closed).toBe('cut off');
  expect(begun).toBe(1);
  client.destroy();
  await server.close();
});

test('a request with a body is read although the one before it is not answered yet', async () => {
  const bodies: string[] = [];
  const first = Promise.withResolvers<void>();
  const server = await listen(
    (incoming, response) => {
      if (incoming.method === 'GET') return void first.promise.then(() => response.end('first'));
      incoming.setEncoding('utf8').on('data', (part: string) => bodies.push(part));
      incoming.once('end', () => {
        first.resolve();
        response.end('second');
      });
    },
    '127.0.0.1',
    0,
  );
  const client = sendAtOnce(server.url, 1);
  client.write('POST / HTTP/1.1\r\nHost: staycover\r\nContent-Length: 4\r\n\r\nbody');
  let text = '';
  await new Promise<void>((resolve) =>
    client.on('data', (bytes) => {
      text += String(bytes);
      if (text.endsWith('second')) resolve();
    }),
  );
  expect([bodies.join(''), text.indexOf('first') < text.indexOf('second')]).toEqual(['body', true]);
  client.destroy();
  await server.close();
});
