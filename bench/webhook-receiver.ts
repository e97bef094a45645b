import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** When an event first came to an endpoint, by path and subject. */
type Arrivals = Map<string, { subject: string; at: number }>;

export type WebhookReceiver = {
  url: string;
  /** What comes from now on, but for paths that hung once: their events wait for their retries. */
  collect(): Arrivals;
  /** The path that answers nothing from now on, or none. */
  hang(path: string | undefined): void;
  /** How many paths hung until now. */
  hung(): number;
  stop(): void;
};

/** Takes webhooks, and answers all but those of one path. */
export const startWebhookReceiver = async (): Promise<WebhookReceiver> => {
  let arrivals: Arrivals = new Map();
  let hanging: string | undefined;
  const hung = new Set<string>();
  const server = createServer(async (request, response) => {
    const at = performance.now();
    const path = request.url!;
    const { subject } = JSON.parse(Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString());
    const key = `${path} ${subject}`;
    if (!hung.has(path) && !arrivals.has(key)) arrivals.set(key, { subject, at });
    if (path !== hanging) response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    collect: () => (arrivals = new Map()),
    hang(path) {
      hanging = path;
      if (path) hung.add(path);
    },
    hung: () => hung.size,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
};
