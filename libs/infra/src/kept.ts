import { setTimeout as delay } from 'node:timers/promises';
import { commandLine } from './processes.ts';
import { once, type Say, type Server } from './server.ts';

const LOOK_EVERY_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** A server with a process that may end and be started again in place. */
export type Restartable = { readonly pid?: number | undefined; start(): Promise<void> };

/** Restarts a server whenever its process ends, and prints it. Returns a function that stops this. */
export function keepRunning(name: string, server: Restartable, say: Say): () => Promise<void> {
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    for (let wait = LOOK_EVERY_MS; !over.signal.aborted; ) {
      await delay(wait, undefined, { signal: over.signal }).catch(() => {});
      if (over.signal.aborted || !server.pid || (await commandLine(server.pid))) continue;
      say(`${name}: ended, starting it again`);
      wait = await server.start().then(
        () => LOOK_EVERY_MS,
        (error: Error) => {
          say(`${name}: ${error.message}`);
          return Math.min(wait * 2, LONGEST_WAIT_MS);
        },
      );
    }
  };
  const watching = watch();
  return once(async () => {
    over.abort();
    await watching;
  });
}

/** Finds a server and, where its process is ours, keeps it running on its port. */
export async function kept(name: string, find: (port?: number) => Promise<Server>, say: Say): Promise<Server> {
  let server = await find();
  const port = Number(new URL(server.url.split(',')[0]!).port);
  const end = keepRunning(
    name,
    {
      get pid() {
        return server.pid;
      },
      start: async () => void (server = await find(port)),
    },
    say,
  );
  return {
    ...server,
    get pid() {
      return server.pid!;
    },
    stop: once(async () => {
      await end();
      await server.stop();
    }),
  };
}
