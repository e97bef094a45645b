import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Running = { pid: number; stop(): Promise<void> };

/** Runs a program of Node.js that prints `ready` when it is. */
export const startNode = async (args: readonly string[], env: Record<string, string>): Promise<Running> => {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  const line = await Promise.race([
    once(child.stdout, 'data').then(String),
    ended.then(([code]) => `ended with ${code}`),
  ]);
  child.stdout.resume();
  if (line.trim() === 'ready') return { pid: child.pid!, stop };
  await stop();
  throw new Error(`${args.join(' ')}: ${line}`);
};
