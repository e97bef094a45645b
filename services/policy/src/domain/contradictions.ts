import type { Fault, Rate } from '@staycover/kernel';

type Members = {
  minNights: number | null;
  maxNights: number | null;
  lossFundRatePerNight: Rate | null;
  ratePerNight: Rate | null;
};

const isAbove = <T extends Rate | number>(a: T | null, b: T | null): boolean => a !== null && b !== null && a > b;

/**
 * Where members contradict each other: at the loss-fund rate; at `minNights` where that alone was given, else at `maxNights`.
 * `when` they do, if not now.
 */
export const findFaults = (members: Members, given: object, when = ''): Fault[] => {
  const faults: Fault[] = [];
  if (isAbove(members.minNights, members.maxNights)) {
    faults.push(
      'minNights' in given && !('maxNights' in given)
        ? { pointer: '/minNights', detail: `must not be above maxNights${when}` }
        : { pointer: '/maxNights', detail: `must not be below minNights${when}` },
    );
  }
  if (isAbove(members.lossFundRatePerNight, members.ratePerNight))
    faults.push({ pointer: '/lossFundRatePerNight', detail: `must not be above ratePerNight${when}` });
  return faults;
};
