import { eventually } from '@staycover/testing';
import { table } from '../tools/src/ops/command.ts';
import { type Platform, quietly, startPlatform } from '../tools/src/platform/platform.ts';
import { processorTimes } from './processor-time.ts';
import { median } from './side-by-side/measure.ts';

const ROUNDS = 5;

/** As `npm start` has it, but for the wait before a start, which is measured apart. */
const BACKOFF = { first: 1, longest: 1, resetAfter: 60_000 };

type Again = { process: string; medianMs: number; slowestMs: number; processorMs: number };

/**
 * How long each process takes, after a kill -9, until another answers in its place, and what processor time that takes; the
 * others run.
 */
export const start = async (): Promise<Again[]> => {
  const platform = await startPlatform({
    ...quietly,
    gatewayPort: 0,
    ephemeral: true,
    backoff: BACKOFF,
    env: { LOG_LEVEL: 'error' },
  });
  try {
    const found: Again[] = [];
    for (const { name } of platform.supervisor.children) found.push(await measureStarts(platform, name));
    const rows = found.map(({ process: name, ...figures }) => [
      name,
      ...Object.values(figures).map(Math.round).map(String),
    ]);
    console.log(table(['PROCESS', 'MEDIAN, ms', 'SLOWEST, ms', 'PROCESSOR, ms'], rows).join('\n'));
    return found;
  } finally {
    await platform.stop();
  }
};

const measureStarts = async (platform: Platform, name: string): Promise<Again> => {
  const times: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    times.push(await measureStart(platform, name));
    processor.push(processorTimes(platform)[name]!);
  }
  return { process: name, medianMs: median(times), slowestMs: Math.max(...times), processorMs: median(processor) };
};

const measureStart = async ({ supervisor, urls }: Platform, name: string): Promise<number> => {
  const child = supervisor.children.find((each) => each.name === name)!;
  const { pid } = child;
  const answers = () =>
    fetch(`${urls[name]}/readyz`).then(
      ({ ok }) => ok && child.pid !== undefined && child.pid !== pid,
      () => false,
    );
  const started = performance.now();
  process.kill(pid!, 'SIGKILL');
  await eventually(`${name} answers again`, answers, 60_000);
  return performance.now() - started;
};
