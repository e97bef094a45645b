import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { eventually, listenLocally } from '@staycover/testing';
import { Webhook } from 'standardwebhooks';

/** A request that a receiver got. */
export type Received = {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** What it carries, when it is JSON. */
  event: { id: string; type: string; subject: string; data: Record<string, unknown> };
};

type Behaviour = (response: ServerResponse, request: Received) => void;

export type Receiver = {
  url: string;
  received: readonly Received[];
  /** Requests with an open connection, such as hanging ones. */
  open(): number;
  /** How a path answers from now on; 204 without it. */
  behave(path: string, behaviour: Behaviour): void;
  /** Waits for this number of requests to a path. */
  next(path: string, count: number): Promise<Received[]>;
  stop(): Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();

/** A webhook receiver with configurable behaviour. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const waiting = new Set<ServerResponse>();
  const server: Server = createServer(async (request, response) => {
    const body = await readBody(request);
    const got = {
      path: request.url!,
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body) as Received['event'],
    };
    received.push(got);
    waiting.add(response);
    response.on('close', () => waiting.delete(response));
    const behave = behaviours.get(got.path) ?? ((answer) => void answer.writeHead(204).end());
    behave(response, got);
  });
  const url = await listenLocally(server);
  const of = (path: string) => received.filter((each) => each.path === path);
  return {
    url,
    received,
    open: () => waiting.size,
    behave: (path, behaviour) => void behaviours.set(path, behaviour),
    next: (path, count) => eventually(`${count} requests to ${path}`, () => of(path).length >= count && of(path)),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

/** Whether a request is signed with this secret, as the library of Standard Webhooks checks it. */
export const isSigned = (secret: string, { headers, body }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
