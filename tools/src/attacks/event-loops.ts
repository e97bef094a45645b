import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifests } from '../manifests.ts';
import { type Trial, trial } from './trial.ts';

type Blocked = { service: string; blockedMs: number; at: number };

/** What the event loops of all processes are late by, during a whole run. */
export type EventLoops = {
  /** For the processes that are to be looked at. */
  env: Record<string, string>;
  /** Forgets what the start took. */
  begin(): Promise<void>;
  /** One trial for what blocked a loop since the last time, with the inputs that were under way. */
  look(tried: readonly Trial[]): Promise<Trial>;
  stop(): Promise<void>;
};

/** The services and the gateway. */
const PROCESSES = manifests.length + 1;
const PROBE = new URL('./blocked-loops.ts', import.meta.url).href;

/** Has every process write down when an input kept its event loop for more than 100 ms. */
export const watchEventLoops = async (): Promise<EventLoops> => {
  const folder = await mkdtemp(join(tmpdir(), 'staycover-loops-'));
  const file = join(folder, 'blocked.jsonl');
  const read = async (): Promise<Blocked[]> =>
    (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Blocked);
  let seen = 0;
  return {
    env: { NODE_OPTIONS: `--import ${PROBE}`, BLOCKED_LOOPS_FILE: file },
    async begin() {
      seen = (await read()).length;
    },
    async look(tried) {
      const watched = trial('24 exhaustion', 'event loops that an input of these kept for more than 100 ms');
      const all = await read();
      const services = new Set(all.map(({ service }) => service));
      watched.note('processes', `${services.size} processes watched`, services.size === PROCESSES);
      for (const { service, blockedMs, at } of all.slice(seen).filter((each) => each.blockedMs > 0)) {
        const input = tried.flatMap(({ inputAt }) => inputAt(at) ?? []).join(', ');
        watched.note(`${service}, ${Math.round(blockedMs)} ms, at ${input || 'no input'}`, 'blocked', false);
      }
      seen = all.length;
      return watched;
    },
    stop: () => rm(folder, { recursive: true }),
  };
};
