import { least, RATE_SCALE } from '@staycover/kernel';
import { type Amount, downToHundredths } from '../amount.ts';
import type { AssessedStay } from './assessed-stay.ts';
import type { Evidence } from './evidence.ts';
import type { Kind } from './kinds/kind.ts';

/** A cover of null is not known and limits nothing. */
export type StayCover = Pick<AssessedStay, 'cover' | 'deductible'>;

/** What the cover pays of a loss: at most the cover, less the deductible, never below 0, in whole hundredths. */
export const payable = (loss: Amount, { cover, deductible }: StayCover): Amount => {
  const paid = (cover === null ? loss : least(loss, cover)) - deductible;
  return paid > 0n ? downToHundredths(paid) : 0n;
};

const percent = (amount: Amount, rate: number): Amount => (amount * BigInt(Math.round(rate))) / 100n;

/** Percent of its price that a thing is still worth; work and what lasts keep theirs. */
export const worthLeft = ({ lifeYears }: Kind, ageYears: number | null): number =>
  lifeYears === null || ageYears === null ? 100 : Math.max(25, 100 - (100 * ageYears) / lifeYears);

/** The range of an amount, from the estimate or from what such damage usually costs. */
export const suggestRange = (
  kind: Kind,
  estimate: Amount | null,
  evidence: Evidence,
  cover: StayCover,
): { min: Amount; max: Amount } => {
  const left = worthLeft(kind, evidence.ageYears);
  const [low, high] = estimate === null ? usualRange(kind) : [percent(estimate, trust(evidence)), estimate];
  const ageIsOpen = kind.lifeYears !== null && evidence.ageYears === null;
  const unproven = kind.name === 'THEFT' && !evidence.policeReport;
  const doubts = (ageIsOpen ? 0.7 : 1) * (unproven ? 0.5 : 1) * (evidence.outsideStay || evidence.ahead ? 0 : 1);
  return { min: payable(percent(low, left * doubts), cover), max: payable(percent(high, left), cover) };
};

export const usualRange = ({ usual: [low, high] }: Kind): [Amount, Amount] => [
  BigInt(low) * RATE_SCALE,
  BigInt(high) * RATE_SCALE,
];

const trust = ({ receipt, photos }: Evidence): number => {
  if (receipt && photos > 0) return 90;
  return receipt || photos > 0 ? 70 : 45;
};
