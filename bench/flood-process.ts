import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What to flood; without a URL a server of its own that only refuses. */
export type Target = { url?: string; path: string; headers: Record<string, string> };
/** `held` are those that were not sent, as too many were under way. */
export type Flood = { sent: number; held: number; good: number; rateLimited: number; otherRefusals: number };

const A_SECOND = 2_000;
const EVERY_MS = 10;
/** With as many under way, no more are sent. */
const CONNECTIONS = 1_000;

// A flood of reads and changes in a process of its own, whatever is answered, until it gets a message; then it reports.
const { url = await refuser(), path, headers } = JSON.parse(process.argv[2]!) as Target;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const flood: Flood = { sent: 0, held: 0, good: 0, rateLimited: 0, otherRefusals: 0 };

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

let underWay = 0;
const send = async (): Promise<void> => {
  underWay += 1;
  flood.sent += 1;
  const status = await ask(flood.sent % 2 === 0);
  underWay -= 1;
  if (status === 200) flood.good += 1;
  else if (status === 429) flood.rateLimited += 1;
  else flood.otherRefusals += 1;
};

const began = performance.now();
/** Catches up with what should have been sent by now. */
const timer = setInterval(() => {
  const due = ((performance.now() - began) / 1_000) * A_SECOND - flood.sent - flood.held;
  for (let n = 0; n < due; n++) {
    if (underWay < CONNECTIONS) void send();
    else flood.held += 1;
  }
}, EVERY_MS);

async function refuser(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(429).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

process.once('message', async () => {
  clearInterval(timer);
  while (underWay > 0) await delay(EVERY_MS);
  process.send!(flood, () => process.exit());
});
