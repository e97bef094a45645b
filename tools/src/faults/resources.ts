import { table } from '../ops/command.ts';
import type { Stage } from './stage.ts';

/** What a process holds at a moment. */
export type Sample = { service: string; megabytes: number; handles: number };

export const sampleAll = async (stage: Stage): Promise<Sample[]> => {
  const samples = Object.keys(stage.platform.urls).map(
    async (service): Promise<Sample> => ({
      service,
      megabytes: (await stage.metric(service, 'process_resident_memory_bytes')) / 1024 ** 2,
      handles: await stage.metric(service, 'process_open_fds'),
    }),
  );
  // One that is away just now is not measured.
  return (await Promise.allSettled(samples)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Course = { service: string; megabytes: [early: number, late: number]; handles: [early: number, late: number] };

/** The medians of the second and of the last quarter: the first one warms up. */
const toCourse = (service: string, samples: readonly Sample[]): Course => {
  const quarter = Math.ceil(samples.length / 4);
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const course = (of: (sample: Sample) => number): [number, number] => [median(early.map(of)), median(late.map(of))];
  return { service, megabytes: course((sample) => sample.megabytes), handles: course((sample) => sample.handles) };
};

const toCourses = (samples: readonly Sample[]): Course[] =>
  [...Map.groupBy(samples, ({ service }) => service)].map(([service, own]) => toCourse(service, own));

const GROWTH = 1.2;

/** Whether nothing grew by more than a fifth between the second and the last quarter of the time. */
export const isFlat = (samples: readonly Sample[]): boolean =>
  toCourses(samples).every(({ megabytes, handles }) =>
    [megabytes, handles].every(([early, late]) => late <= early * GROWTH),
  );

export const formatResources = (samples: readonly Sample[]): string[] => {
  const fromTo = ([early, late]: [number, number]): string => `${early.toFixed(0)} → ${late.toFixed(0)}`;
  const rows = toCourses(samples).map(({ service, megabytes, handles }) => [
    service,
    fromTo(megabytes),
    fromTo(handles),
  ]);
  return table(['SERVICE', 'MEMORY, MiB', 'HANDLES'], rows);
};
