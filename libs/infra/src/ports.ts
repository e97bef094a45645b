import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections (from 32,768 on Linux), which may take one meanwhile. */
const ANY = { first: 15_000, last: 32_000 };
const LAST_PORT = 65_535;

function listen(port: number, host?: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}

const START_ATTEMPTS = 5;

/** Starts a server again on newly chosen ports, when another process took one before it could. */
export async function withFreshPorts<T>(start: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      if (attempt === START_ATTEMPTS || !/address already in use/i.test(String(error))) throw error;
    }
  }
}

/**
 * A free TCP port: `preferred` if possible, else the next free one; any without `preferred`.
 * Throws when no port from `preferred` to 65535 is free.
 */
export async function freePort(preferred = 0): Promise<number> {
  for (let port = preferred || randomInt(ANY.first, ANY.last); port <= LAST_PORT; port += 1) {
    // Every address and loopback: some systems allow one while the other is taken.
    if ((await listen(port)) && (await listen(port, '127.0.0.1'))) return port;
  }
  throw new Error(`No free port from ${preferred} to ${LAST_PORT}`);
}

/**
 * Keeps a port for a process that will listen there later, by the UDP port of the same number: the system gives that to one, and
 * takes it back when the process of that one ends. Returns a function that gives it up; undefined where another one has it.
 */
export const holdPort = (port: number): Promise<(() => void) | undefined> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => socket.close(() => resolve(undefined)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      resolve(() => socket.close());
    });
  });
