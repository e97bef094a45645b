import { mapInSlices, partsBy } from '@staycover/kernel';
import { type Difference, differenceOf, type ToCompare } from './difference.ts';

const PROPERTIES_A_PART = 100;

/** The difference as `differenceOf` finds it, in slices: what is charged for a property never depends on another's. */
export const differenceInParts = async ({ policy, stays, billed, ...rest }: ToCompare): Promise<Difference> => {
  const lists = { enrollments: policy.enrollments, stays, billed };
  const parts = partsBy(lists, ({ propertyId }) => propertyId, PROPERTIES_A_PART);
  const found = await mapInSlices(parts, (part) =>
    differenceOf({ ...rest, ...part, policy: { ...policy, enrollments: part.enrollments } }),
  );
  return {
    toBill: found.flatMap(({ toBill }) => toBill),
    corrections: found.flatMap(({ corrections }) => corrections),
    notBilled: found.flatMap(({ notBilled }) => notBilled),
  };
};
