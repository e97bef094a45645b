import { execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Runs a program to its end; rejects when it fails. */
export const run = promisify(execFile);

/** A user to run as, when it is not the current one. */
export type User = { uid: number; gid: number };

/** A signal and how long, in milliseconds, it may take before the next one is sent. */
export type StopStep = [signal: NodeJS.Signals, patience: number];

export type Launched = { pid: number; exited(): boolean; log(): string };

/** The command line of a living process; undefined when there is none with this id, or only its zombie. */
export async function commandLine(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')) || undefined;
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Starts a server in its own process group, so that Ctrl-C in a terminal reaches only the one who runs it. */
export async function launch(
  command: string,
  args: string[],
  options: { logFile: string; cwd?: string; env?: NodeJS.ProcessEnv; user?: User | undefined },
): Promise<Launched> {
  const { logFile, user, ...rest } = options;
  // A file, not a pipe: the server outlives a killed parent, and must not block or die on a pipe without a reader.
  const log = openSync(logFile, 'w');
  try {
    const child = spawn(command, args, { ...rest, ...user, detached: true, stdio: ['ignore', log, log] });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return {
      pid: child.pid!,
      exited: () => child.exitCode !== null || child.signalCode !== null,
      log: () => readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n'),
    };
  } finally {
    closeSync(log);
  }
}

const READY_WITHIN_S = 60;

/**
 * Waits until `attempt` succeeds. A server that exits, or is not ready within a minute, is stopped by `steps`; throws with
 * the end of its log.
 */
export async function untilReady(
  name: string,
  server: Launched,
  steps: StopStep[],
  attempt: () => Promise<unknown>,
): Promise<void> {
  try {
    await firstSuccess(name, server, attempt);
  } catch (error) {
    await stopProcess(server.pid, steps);
    throw error;
  }
}

async function firstSuccess(name: string, server: Launched, attempt: () => Promise<unknown>): Promise<unknown> {
  const deadline = performance.now() + READY_WITHIN_S * 1_000;
  for (;;) {
    if (server.exited()) throw new Error(`${name} stopped while starting:\n${server.log()}`);
    try {
      return await attempt();
    } catch (cause) {
      if (performance.now() > deadline) {
        throw new Error(`${name} is not ready after ${READY_WITHIN_S} s:\n${server.log()}`, { cause });
      }
      await delay(50);
    }
  }
}

/** Signals a process, more firmly at each step, until it is gone. */
export async function stopProcess(pid: number, steps: StopStep[]): Promise<void> {
  for (const [signal, patience] of [...steps, ['SIGKILL', 5_000] as StopStep]) {
    const deadline = performance.now() + patience;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    while (performance.now() < deadline) {
      if (!(await commandLine(pid))) return;
      await delay(20);
    }
  }
  throw new Error(`Process ${pid} did not stop`);
}
