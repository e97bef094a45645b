import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { turnQueue } from '@staycover/kernel';

export type Listening = {
  url: string;
  server: Server;
  /** Serves for some seconds more, and has clients leave their connections: `close` resets those that are used then. */
  drain(seconds: number): Promise<void>;
  close(): Promise<void>;
};

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** How often the two are looked at. */
const CHECK_EVERY_MS = 5_000;
/** A client that reads nothing of its answer for as long is cut off. */
const UNREAD_TIMEOUT_MS = 60_000;
/** Requests that take longer during shutdown are cut off: a half-sent request would block it for ever. */
const END_WITHIN_MS = 12_000;
/** Address line and headers together; more is answered 431. */
const MAX_HEADER_BYTES = 16_384;
/** The same of a service: the gateway adds headers to what a client may send. */
export const FORWARDED_HEADER_BYTES = 65_536;

/** How many requests begin per turn of the event loop; the others wait for the next turn. */
const REQUESTS_A_TURN = 16;

type Options = {
  endWithinMs?: number;
  unreadTimeoutMs?: number;
  maxHeaderBytes?: number;
  /** How long an idle connection stays open; 5 s by default. */
  keepAliveMs?: number;
  /** Has requests answered that need not wait for a turn; the others go to the handler that it gets. */
  before?: (handler: RequestListener) => RequestListener;
};

/** Serves HTTP; port 0 takes any free one. `close` lets requests end, for 12 s at most. */
export const listen = async (
  handler: RequestListener,
  host: string,
  port: number,
  {
    endWithinMs = END_WITHIN_MS,
    unreadTimeoutMs = UNREAD_TIMEOUT_MS,
    maxHeaderBytes = MAX_HEADER_BYTES,
    keepAliveMs,
    before = (next) => next,
  }: Options = {},
): Promise<Listening> => {
  let closing = false;
  const turn = turnQueue(REQUESTS_A_TURN);
  const begin = before((request, response) => void turn().then(() => handler(request, response)));
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      maxHeaderSize: maxHeaderBytes,
      ...(keepAliveMs !== undefined && { keepAliveTimeout: keepAliveMs }),
      // Node would refuse a request without one itself, with an empty body.
      requireHostHeader: false,
    },
    inOrderOfConnection((request, response) => {
      if (closing) response.setHeader('Connection', 'close');
      begin(request, response);
    }),
  );
  server.setTimeout(unreadTimeoutMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    server,
    drain: (seconds) => {
      closing = true;
      return delay(seconds * 1_000);
    },
    close: async () => {
      closing = true;
      await acceptWaiting(server);
      await endServer(server, endWithinMs);
    },
  };
};

/** How often connections that fell idle are closed while the server ends. */
const SWEEP_EVERY_MS = 50;

const endServer = (server: Server, endWithinMs: number): Promise<void> =>
  new Promise((resolve) => {
    // Clients that always have a request in flight would keep their connections, and the server, open for ever.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
    const cut = setTimeout(() => server.closeAllConnections(), endWithinMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });

/** An answer that is still being made may take longer. */
const cutUnread = (socket: Socket): void => {
  if (socket.writableLength > 0) socket.destroy();
};

/** A client that has more requests wait on one connection is cut off. */
const MOST_WAITING = 100;

/**
 * Begins a request once those before it on its connection are answered, as Node gives its response the socket then: a
 * client may send many at once and read none of the answers, which all would wait in memory. One with a body is read at
 * once: it would not be complete in time.
 */
const inOrderOfConnection = (handler: RequestListener): RequestListener => {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    response.on('timeout', cutUnread);
    if (response.socket) return handler(request, response);
    const { socket } = request;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > MOST_WAITING) return void socket.destroy();
    waiting.set(socket, count);
    const isRead = hasBody(request);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      if (!isRead) handler(request, response);
    });
    if (isRead) handler(request, response);
  };
};

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0';

/** A turn of the event loop accepts one connection, and the next one reads it; the turn that has begun may do neither. */
const TURNS_TO_READ = 3;
/** How long a server that ends accepts connections, at most: clients that always come with new ones would keep it open. */
const ACCEPT_WITHIN_MS = 250;

/** Accepts the connections that wait for it: closing would reset them, with the requests that they brought. */
const acceptWaiting = async (server: Server): Promise<void> => {
  const until = performance.now() + ACCEPT_WITHIN_MS;
  let accepting = true;
  const accepted = () => void (accepting = true);
  server.on('connection', accepted);
  while (accepting && performance.now() < until) {
    accepting = false;
    for (let turns = 0; turns < TURNS_TO_READ; turns++) await nextTurn();
  }
  server.off('connection', accepted);
};
