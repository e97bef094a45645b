import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What to flood; without a URL a server of its own that only refuses. */
export type Target = { url?: string; path: string; headers: Record<string, string> };
export type Flood = { sent: number; good: number; rateLimited: number; otherRefusals: number };

const CONNECTIONS = 200;
/** What a client that is refused waits before it asks again. */
const REFUSED_MS = 100;

// A flood of reads and changes in a process of its own, until it gets a message; then it reports what it was answered.
const { url = await refuser(), path, headers } = JSON.parse(process.argv[2]!) as Target;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const flood: Flood = { sent: 0, good: 0, rateLimited: 0, otherRefusals: 0 };
let isOver = false;

const ask = (isChange: boolean): Promise<number> =>
  new Promise((resolve) => {
    const sent = request(
      url + path,
      {
        agent,
        method: isChange ? 'PUT' : 'GET',
        headers: { ...headers, ...(isChange && { 'content-type': 'application/json' }) },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    );
    sent.on('error', () => resolve(0));
    sent.end(isChange ? JSON.stringify({ name: `Flood ${flood.sent}` }) : undefined);
  });

const connection = async (_: unknown, n: number): Promise<void> => {
  await delay(Math.random() * REFUSED_MS);
  while (!isOver) {
    flood.sent += 1;
    const status = await ask(n % 2 === 0);
    if (status === 200) flood.good += 1;
    else {
      if (status === 429) flood.rateLimited += 1;
      else flood.otherRefusals += 1;
      await delay(REFUSED_MS);
    }
  }
};

async function refuser(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(429).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const connections = Promise.all(Array.from({ length: CONNECTIONS }, connection));
process.once('message', async () => {
  isOver = true;
  await connections;
  process.send!(flood, () => process.exit());
});
