import { type CalendarDate, isSame, numberFromRate, rateFromNumber, sum } from '@staycover/kernel';

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
export const changesCover = (before: Reservation | undefined, after: Reservation): boolean =>
  !before || !isSame(coverFacts(before), coverFacts(after));

const coverFacts = ({ arrivalDate, departureDate, propertyId, selectedPolicies }: Reservation) => ({
  arrivalDate,
  departureDate,
  propertyId,
  selected: selectedPolicies.map(({ policyId: _id, policyName: _name, price: _price, ...terms }) => terms),
});

/** What a reservation's sealed token is bound to. */
export const tokenOwner = (r: Pick<Reservation, 'organizationId' | 'reservationReferenceId'>): string =>
  `${r.organizationId} ${r.reservationReferenceId}`;
