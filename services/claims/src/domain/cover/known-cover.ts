import { rateFromNumber } from '@staycover/kernel';
import type { AssessedStay } from '../assessment/evidence.ts';
import type { KeptCover } from './kept-cover.ts';

/**
 * A stay with what is left of the cover that a policy of the platform gave its claim; without one, as the reservation states
 * it. A damage outside the stay is a matter of its date.
 */
export const withKnownCover = (stay: AssessedStay, cover: KeptCover | null): AssessedStay => {
  if (cover?.policyId == null || cover.covered === null || cover.reason === 'OUTSIDE_STAY') return stay;
  if (!cover.covered) return { ...stay, cover: 0n, deductible: 0n };
  const left = rateFromNumber(cover.limit ?? 0) - rateFromNumber(cover.used ?? 0);
  const known = left > 0n ? left : 0n;
  const deductible = rateFromNumber(cover.deductible ?? 0);
  return { ...stay, cover: known, deductible: deductible < known ? deductible : known };
};
