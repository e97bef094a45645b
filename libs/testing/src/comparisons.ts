/** How many pairs of days a piece of work compares: each time, the year of both is read. At least one, or it throws. */
export const countComparisons = (work: () => unknown): number => {
  const { prototype } = Temporal.PlainDate;
  const year = Object.getOwnPropertyDescriptor(prototype, 'year')!;
  let reads = 0;
  const counted = {
    ...year,
    get(this: Temporal.PlainDate): number {
      reads += 1;
      return year.get!.call(this);
    },
  };
  Object.defineProperty(prototype, 'year', counted);
  try {
    work();
  } finally {
    Object.defineProperty(prototype, 'year', year);
  }
  if (reads === 0) throw new Error('No days were compared');
  return reads / 2;
};
