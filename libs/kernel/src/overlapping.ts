import { type DateRange, intersect, isBefore } from './dates.ts';

/** The index of the first part that satisfies `holds`, by binary search: all later parts satisfy it, too. */
export const firstIndex = <T>(parts: readonly T[], holds: (part: T) => boolean): number => {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(parts[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Where those begin and end that share nights with a range, of ranges in their order that share none with each other. */
export const indexesWithin = (sorted: readonly DateRange[], range: DateRange): [first: number, beyond: number] => [
  firstIndex(sorted, ({ end }) => isBefore(range.start, end)),
  firstIndex(sorted, ({ start }) => !isBefore(start, range.end)),
];

/** Those that share nights with a range, of ranges in their order that share none with each other. */
export const overlapping = <R extends DateRange>(sorted: readonly R[], range: DateRange): R[] =>
  sorted.slice(...indexesWithin(sorted, range));

/** What each of some ranges shares with others, which are in their order and share no nights with each other. */
export const intersectAll = (some: readonly DateRange[], sorted: readonly DateRange[]): DateRange[] =>
  some.flatMap((one) => overlapping(sorted, one).flatMap((other) => intersect(one, other) ?? []));
