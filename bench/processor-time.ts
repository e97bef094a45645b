import { readdirSync, readFileSync } from 'node:fs';
import type { Platform } from '../tools/src/platform/platform.ts';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

type Process = { pid: number; parent: number; ms: number };

/** Milliseconds of processor time by part of the platform: its processes and both servers, with all that they started. */
export type Times = Record<string, number>;

/** What each part of a platform has used until now; works on Linux. */
export const processorTimes = ({ supervisor, postgres, nats }: Platform): Times => {
  const parts = [...supervisor.children, { name: 'postgres', pid: postgres?.pid }, { name: 'nats', pid: nats.pid }];
  return readProcessorTimes(Object.fromEntries(parts.map(({ name, pid }) => [name, pid])));
};

/** What each of these processes, with all that it started, has used until now. */
export const readProcessorTimes = (pids: Record<string, number | undefined>): Times => {
  const all = processes();
  return Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [name, pid === undefined ? 0 : timeBelow(all, pid)]),
  );
};

/** What each part used of it for one of `count` requests. */
export const perRequest = (before: Times, after: Times, count: number): Times =>
  Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, (ms - before[name]!) / count]));

/** All parts together. */
export const total = (times: Times): number => Object.values(times).reduce((sum, ms) => sum + ms, 0);
/** What this process has used until now. */
export const ownMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The resident memory of a process; works on Linux. */
export const residentMiB = (pid: number | undefined): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024);

const processes = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const fields = readFields(name);
      if (!fields) return [];
      return [
        // Its own, and that of the children that have ended, as connections of PostgreSQL do.
        { pid: Number(name), parent: Number(fields[1]), ms: ticks(fields.slice(11, 15)) * TICK_MS },
      ];
    });

const ticks = (fields: readonly string[]): number => fields.reduce((sum, field) => sum + Number(field), 0);

/** The fields of /proc/<pid>/stat after the command; undefined when the process has exited. */
const readFields = (pid: string): string[] | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  } catch {
    return undefined;
  }
};

const timeBelow = (all: readonly Process[], pid: number): number => {
  const own = all.find((process) => process.pid === pid)?.ms ?? 0;
  return all.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + timeBelow(all, child.pid), own);
};
