import { expect, test } from '@jest/globals';
import { Agent, request } from 'node:http';
import { listen } from './listen.ts';

const ask = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { agent }, (answer) => answer.resume().once('end', () => resolve(answer.statusCode!)));
    asking.once('error', reject).end();
  });

test('a server ends although its clients keep their connections busy, and answers what it has begun', async () => {
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
  expect((await clients).map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => expect.stringMatching(/ECONNREFUSED|ECONNRESET/)));
  agent.destroy();
});
