import { type CalendarDate, type Currency, least, rateFromNumber, sum } from '@staycover/kernel';
import type { Amount } from '../amount.ts';
import type { Claim } from '../claim.ts';
import type { CoverageType } from '../content.ts';
import { findCurrency } from '../cover/currency.ts';
import type { Reservation } from '../reservation.ts';

/** Stay and cover of a claim as an assessment needs them. */
export type AssessedStay = {
  arrivalDate: CalendarDate | null;
  departureDate: CalendarDate | null;
  /** Sum of the selected policies' cover of the type, and of their deductibles; null while the policies are unknown. */
  cover: Amount | null;
  deductible: Amount;
  /** Of the cover, and so of the estimate; null where it is not known. */
  currency: Currency | null;
};

/** What of a chosen policy covers each type. */
const limits = { CONTENTS: 'damageCoverage', DWELLING: 'dwellingCoverage', LIABILITY: 'liabilityCoverage' } as const;

type Chosen = { [K in (typeof limits)[CoverageType] | 'deductible' | 'currencyId']?: number | null | undefined };

type Stay = {
  arrivalDate?: CalendarDate | null;
  departureDate?: CalendarDate | null;
  /** Absent when they are unknown. */
  selectedPolicies?: readonly Chosen[] | undefined;
  coverageType?: CoverageType;
};

/** Stay and cover as an assessment needs them; a deductible takes at most its own policy's cover. */
export const assessedStay = ({
  arrivalDate = null,
  departureDate = null,
  selectedPolicies,
  coverageType = 'CONTENTS',
}: Stay): AssessedStay => {
  const terms = selectedPolicies?.map((chosen) => {
    const cover = rateFromNumber(chosen[limits[coverageType]] ?? 0);
    return {
      cover,
      deductible: least(rateFromNumber(chosen.deductible ?? 0), cover),
      currency: cover > 0n ? findCurrency(chosen.currencyId ?? null) : null,
    };
  });
  return {
    arrivalDate,
    departureDate,
    cover: terms ? sum(terms.map(({ cover }) => cover)) : null,
    deductible: sum(terms?.map(({ deductible }) => deductible) ?? []),
    currency: only(terms?.map(({ currency }) => currency).filter((code) => code !== null) ?? []),
  };
};

/** What all amounts are in, where that is one. */
const only = (currencies: readonly Currency[]): Currency | null =>
  new Set(currencies).size === 1 ? currencies[0]! : null;

/** The policies that were chosen with a reservation; where none states the type of cover, others may cover it. */
export const chosenPolicies = (
  { selectedPolicies }: Pick<Reservation, 'selectedPolicies'>,
  coverageType: CoverageType,
): Stay['selectedPolicies'] =>
  selectedPolicies.some((chosen) => chosen[limits[coverageType]] !== null) ? selectedPolicies : undefined;

/**
 * A stay with the remaining cover that its claim is known to have; where that is not known, the cover that the reservation
 * states. Whether the damage is within the stay is checked by its date.
 */
export const withKnownCover = (
  found: AssessedStay,
  { cover, currency }: Pick<Claim, 'cover' | 'currency'>,
): AssessedStay => {
  const stay = { ...found, currency: currency ?? found.currency };
  if (cover?.covered == null || cover.reason === 'OUTSIDE_STAY') return stay;
  if (!cover.covered) return { ...stay, cover: 0n, deductible: 0n };
  const left = rateFromNumber(cover.limit ?? 0) - rateFromNumber(cover.used ?? 0);
  const known = left > 0n ? left : 0n;
  const deductible = rateFromNumber(cover.deductible ?? 0);
  return { ...stay, cover: known, deductible: least(deductible, known) };
};
