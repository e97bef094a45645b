import type { Fault } from '@staycover/kernel';

type Name = 'minNights' | 'maxNights' | 'lossFundRatePerNight' | 'ratePerNight';
type Members = Readonly<Record<Name, bigint | number | null>>;

const rules: [low: Name, high: Name][] = [
  ['minNights', 'maxNights'],
  ['lossFundRatePerNight', 'ratePerNight'],
];

const isAbove = (a: bigint | number | null, b: bigint | number | null): boolean => a !== null && b !== null && a > b;

/** Where members contradict each other, at one that was `given`; `when` they do, if not now. */
export const findFaults = (members: Members, given: object, when = ''): Fault[] =>
  rules.flatMap(([low, high]) => {
    if (!isAbove(members[low], members[high])) return [];
    const isHighGiven = high === 'maxNights' && (high in given || !(low in given));
    return isHighGiven
      ? [{ pointer: `/${high}`, detail: `must not be below ${low}${when}` }]
      : [{ pointer: `/${low}`, detail: `must not be above ${high}${when}` }];
  });
