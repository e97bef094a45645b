import { least, rateFromNumber } from '@staycover/kernel';
import type { AssessedStay } from '../assessment/evidence.ts';
import type { KeptCover } from './kept-cover.ts';

/**
 * A stay with the remaining cover that its claim is known to have; where that is not known, the cover that the reservation
 * states. Whether the damage is within the stay is checked by its date.
 */
export const withKnownCover = (stay: AssessedStay, cover: KeptCover | null): AssessedStay => {
  if (cover?.covered == null || cover.reason === 'OUTSIDE_STAY') return stay;
  if (!cover.covered) return { ...stay, cover: 0n, deductible: 0n };
  const left = rateFromNumber(cover.limit ?? 0) - rateFromNumber(cover.used ?? 0);
  const known = left > 0n ? left : 0n;
  const deductible = rateFromNumber(cover.deductible ?? 0);
  return { ...stay, cover: known, deductible: least(deductible, known) };
};
