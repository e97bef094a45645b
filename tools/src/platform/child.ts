import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { WRONG_SETTINGS } from '@staycover/service';

/** A process to keep running; it is ready when `readyUrl` answers 200. */
export type ChildSpec = {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  readyUrl: string;
};

/** In ms: the first wait before a restart, the longest, and how long a run lasts to start over with the first. */
export type Backoff = { first: number; longest: number; resetAfter: number };

export type Watch = {
  say(line: string): void;
  onLine(name: string, line: string): void;
  backoff: Backoff;
};

/** A supervised process. `pid` is undefined while it is down. */
export type Child = { name: string; pid: number | undefined; restarts: number };

export type Supervised = { child: Child; ready: Promise<void>; stop(limitMs: number): Promise<void> };

/** How a process ended, in words, its exit code, if it has one, and the first lines that it wrote to stderr. */
type End = { how: string; code: number | null; errors: readonly string[] };

const READY_POLL_MS = 100;
const READY_TIMEOUT_MS = 2_000;
const LAST_LINES_WITHIN_MS = 1_000;
const MOST_ERRORS = 20;

/** Starts a process and restarts it, with growing waits, whenever it ends before `stop`, unless it begins with wrong settings. */
export function supervise(spec: ChildSpec, { say, onLine, backoff }: Watch): Supervised {
  const child: Child = { name: spec.name, pid: undefined, restarts: 0 };
  const stopping = new AbortController();
  const firstReady = Promise.withResolvers<void>();
  let running: ChildProcess | undefined;
  let wasReady = false;

  async function keepRunning() {
    for (let wait = backoff.first; !stopping.signal.aborted; wait = Math.min(wait * 2, backoff.longest)) {
      const started = performance.now();
      const { how, code, errors } = await runOnce();
      if (stopping.signal.aborted) return;
      if (code === WRONG_SETTINGS && !wasReady) {
        return firstReady.reject(new Error(`${spec.name} cannot start with its settings.\n${errors.join('\n')}`));
      }
      if (performance.now() - started >= backoff.resetAfter) wait = backoff.first;
      say(`${spec.name}: ${how}, restarting in ${wait / 1000} s`);
      child.restarts += 1;
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  async function runOnce(): Promise<End> {
    const over = new AbortController();
    const { started, ended } = start(spec, onLine);
    running = started;
    child.pid = started.pid;
    void sayReady(over.signal);
    const end = await ended;
    over.abort();
    running = child.pid = undefined;
    return end;
  }

  async function sayReady(over: AbortSignal) {
    if (!(await untilReady(spec.readyUrl, over))) return;
    say(`${spec.name}: ready`);
    wasReady = true;
    firstReady.resolve();
  }

  const finished = keepRunning();
  firstReady.promise.catch(() => {});

  async function stop(limitMs: number) {
    stopping.abort();
    firstReady.reject(new Error(`${spec.name} was stopped before it was ready`));
    running?.kill('SIGTERM');
    const stopped = await Promise.race([finished.then(() => true), delay(limitMs, false, { ref: false })]);
    if (!stopped && running) {
      say(`${spec.name}: did not stop within ${limitMs / 1000} s, killed`);
      signalGroup(running, 'SIGKILL');
    }
    await finished;
  }

  return { child, ready: firstReady.promise, stop };
}

/** Starts a process in its own group, so that Ctrl-C in a terminal reaches only us, and we stop all in order. */
function start(spec: ChildSpec, onLine: Watch['onLine']) {
  const { command, args, env, cwd } = spec;
  // The IPC channel carries no messages: it closes when we die, and the child sees that as 'disconnect'.
  const started = spawn(command, args, { env, cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const errors: string[] = [];
  for (const stream of [started.stdout, started.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (stream === started.stderr && errors.length < MOST_ERRORS) errors.push(line);
      onLine(spec.name, line);
    });
  }
  const ended = new Promise<End>((resolve) => {
    started.once('error', (error) => resolve({ how: `could not start (${error.message})`, code: null, errors }));
    started.once('exit', (code, signal) => {
      signalGroup(started, 'SIGKILL');
      const how = signal ? `ended by ${signal}` : `ended with code ${code}`;
      started.once('close', () => resolve({ how, code, errors }));
      setTimeout(resolve, LAST_LINES_WITHIN_MS, { how, code, errors }).unref();
    });
  });
  return { started, ended };
}

async function untilReady(url: string, over: AbortSignal): Promise<boolean> {
  while (!over.aborted) {
    const signal = AbortSignal.any([over, AbortSignal.timeout(READY_TIMEOUT_MS)]);
    const response = await fetch(url, { signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return true;
    await delay(READY_POLL_MS, undefined, { signal: over }).catch(() => {});
  }
  return false;
}

/** Signals a process group; the only possible error is that it has already exited. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal);
  } catch {}
}
