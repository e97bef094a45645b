import { type CalendarDate, isSame, least, numberFromRate, rateFromNumber, sum } from '@staycover/kernel';
import type { AssessedStay } from './assessment/evidence.ts';
import type { CoverageType } from './claim.ts';

export type SelectedPolicy = {
  policyId: number | null;
  policyName: string | null;
  damageCoverage: number | null;
  liabilityCoverage: number | null;
  dwellingCoverage: number | null;
  /** What a claim leaves to the insured; it lowers what the damage cover pays. */
  deductible: number | null;
  price: number;
  currencyId: number | null;
};

/** The default policy. */
export const emptyPolicy: SelectedPolicy = {
  policyId: null,
  policyName: null,
  damageCoverage: null,
  liabilityCoverage: null,
  dwellingCoverage: null,
  deductible: null,
  price: 0,
  currencyId: null,
};

type Property = { id: number | null; name: string | null; address: string | null };

export const emptyProperty: Property = { id: null, name: null, address: null };

/** A stay as its booking system last stated it; amounts stay as they were given. */
export type Reservation = {
  organizationId: string;
  reservationReferenceId: string;
  reservationId: number | null;
  arrivalDate: CalendarDate;
  departureDate: CalendarDate;
  numberOfNights: number;
  numberOfGuests: number | null;
  property: Property | null;
  /** The property as policies name it. */
  propertyId: string | null;
  selectedPolicies: SelectedPolicy[];
};

/** Sum of the policies' prices, exact to their four decimals. */
export const insuranceCost = (policies: readonly Pick<SelectedPolicy, 'price'>[]): number =>
  numberFromRate(sum(policies.map(({ price }) => rateFromNumber(price))));

/** Whether a statement changes what the cover of damages, or their assessment, follows from. */
export const hasOtherCover = (before: Reservation | undefined, after: Reservation): boolean =>
  !before || !isSame(coverFacts(before), coverFacts(after));

const coverFacts = ({ arrivalDate, departureDate, numberOfNights, propertyId, selectedPolicies }: Reservation) => ({
  arrivalDate,
  departureDate,
  numberOfNights,
  propertyId,
  selected: selectedPolicies.map(({ policyId: _id, policyName: _name, price: _price, ...terms }) => terms),
});

/** What of a chosen policy covers each type. */
const limits = { CONTENTS: 'damageCoverage', DWELLING: 'dwellingCoverage', LIABILITY: 'liabilityCoverage' } as const;

type Chosen = { [K in (typeof limits)[CoverageType] | 'deductible']?: number | null | undefined };

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
    return { cover, deductible: least(rateFromNumber(chosen.deductible ?? 0), cover) };
  });
  return {
    arrivalDate,
    departureDate,
    cover: terms ? sum(terms.map(({ cover }) => cover)) : null,
    deductible: sum(terms?.map(({ deductible }) => deductible) ?? []),
  };
};

/** The policies that were chosen with a reservation; where none states the type of cover, others may cover it. */
export const chosenPolicies = (
  { selectedPolicies }: Pick<Reservation, 'selectedPolicies'>,
  coverageType: CoverageType,
): Stay['selectedPolicies'] =>
  selectedPolicies.some((chosen) => chosen[limits[coverageType]] !== null) ? selectedPolicies : undefined;

/** What a reservation's sealed token is bound to. */
export const tokenOwner = (r: Pick<Reservation, 'organizationId' | 'reservationReferenceId'>): string =>
  `${r.organizationId} ${r.reservationReferenceId}`;
