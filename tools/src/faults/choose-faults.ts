import { UsageError } from '../cli/usage-error.ts';
import type { Fault } from './fault.ts';

/** The cases that happen with so many processes of each service. */
export const possibleFaults = (faults: readonly Fault[], replicas: number): Fault[] =>
  faults.filter(({ replicated, alone }) => (replicas > 1 ? !alone : !replicated));

/**
 * Of the cases those with a name that begins so, all without `only`.
 * @throws UsageError for a beginning that none has: a run of nothing would look like one in which all held.
 */
export const chooseFaults = (faults: readonly Fault[], only: string | undefined, replicas: number): Fault[] => {
  const possible = possibleFaults(faults, replicas);
  if (only === undefined) return possible;
  const wanted = only.split(',');
  const unknown = wanted.find((prefix) => !possible.some(({ id }) => id.startsWith(prefix)));
  if (unknown === undefined) return possible.filter(({ id }) => wanted.some((prefix) => id.startsWith(prefix)));
  const names = possible.map(({ id }) => id).join(', ');
  throw new UsageError(`With --replicas ${replicas} no case begins with "${unknown}". There are ${names}.`);
};
