import { setTimeout as delay } from 'node:timers/promises';
import { quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { processorTimes, residentMiB } from './processor-time.ts';

type Figures = { memoryMiB?: number; cpuMsPerSecond: number };

/** After which what a start leaves to do is done. */
const SETTLES_MS = 45_000;
const SECONDS = 20;

/** What a platform needs that does nothing: processor time a second by part, and the resident memory of each process (PostgreSQL shares its own among many). */
export const rest = async (): Promise<Record<string, Figures>> => {
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    ephemeral: true,
  });
  try {
    await delay(SETTLES_MS);
    const before = processorTimes(platform);
    await delay(SECONDS * 1_000);
    const after = processorTimes(platform);
    const parts = platform.supervisor.children.map(({ name, pid }): [string, Figures] => [
      name,
      { memoryMiB: residentMiB(pid), cpuMsPerSecond: (after[name]! - before[name]!) / SECONDS },
    ]);
    const servers = ['postgres', 'nats'].map((name): [string, Figures] => [
      name,
      { cpuMsPerSecond: (after[name]! - before[name]!) / SECONDS },
    ]);
    const figures = Object.fromEntries([...parts, ...servers]);
    console.table(figures);
    return figures;
  } finally {
    await platform.stop();
  }
};
