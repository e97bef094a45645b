import type { CalendarDate, Currency } from '@staycover/kernel';
import type { Amount } from '../amount.ts';

export type NoCoverReason =
  | 'NOT_ENROLLED'
  | 'NOT_ELIGIBLE'
  | 'NOT_BOUND'
  | 'SUSPENDED'
  | 'NOT_IN_FORCE'
  | 'OUTSIDE_STAY'
  | 'STAY_TOO_SHORT'
  | 'STAY_TOO_LONG'
  | 'EXCLUDED'
  | 'NO_LIMIT';

export type CoverFlag = 'BOUND_AFTER_LOSS';

/** The cover of the night of a damage. */
export type Cover = {
  /** Null: no policy of the platform knows the property. */
  policyId: string | null;
  policyReference: string | null;
  policyVersion: number | null;
  covered: boolean;
  reason: NoCoverReason | null;
  currency: Currency | null;
  /** Other currencies that parts of the cover are stated in: amounts then do not compare. */
  otherCurrencies: readonly Currency[];
  /** Of the stay and the type of cover. */
  limit: Amount | null;
  /** Of the policy and its term. */
  termLimit: Amount | null;
  termStart: CalendarDate | null;
  /** What the category is covered up to. */
  cap: Amount | null;
  deductible: Amount;
  minimumClaim: Amount;
  /** What the loss fund pays of a claim at most; null: all. */
  selfCoverage: Amount | null;
  flags: readonly CoverFlag[];
};

/** What other approved claims of the stay and type, and of the policy's term, have insured. */
export type Used = { ofStay: Amount; ofTerm: Amount };

/** The cover of a claim's damage, as far as it is known before a decision. */
export type FoundCover = {
  /** Null: neither a policy nor the reservation knows. */
  cover: Cover | null;
  used: Used;
  /** The stay is known, but not the day of the damage: its night decides the cover. */
  isUndated: boolean;
};
