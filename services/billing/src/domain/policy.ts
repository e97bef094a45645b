import type { CalendarDate, Currency, DateRange, Rate, RateVersion } from '@staycover/kernel';
import type { OrderRef } from './line.ts';

/** What enrolls a property, and at which rate, on the given nights. */
export type Enrollment = {
  propertyId: string;
  propertyName: string | null;
  stateCode: string | null;
  electionId: string | null;
  planId: string | null;
  rateOverride: Rate | null;
  nights: DateRange;
};

/** What decides the price of a night, and which stays are billed. */
export type PriceTerms = {
  perReservation: boolean;
  planId: string | null;
  ratePerNight: Rate | null;
  ratePerMonth: Rate | null;
  ratePerReservation: Rate | null;
  lossFundRatePerNight: Rate | null;
  rateTable: readonly RateVersion[];
  minNights: number | null;
  maxNights: number | null;
};

/** Price terms from a day on, until the next ones; the first ones hold before as well. */
export type InForce = PriceTerms & { from: CalendarDate };

/** A policy as billing needs it, of one version. */
export type BillablePolicy = {
  id: string;
  organizationId: string;
  version: number;
  /** No more cover will come: what is billed is all there is. */
  ended: boolean;
  currency: Currency;
  productLine: string | null;
  /** Months of a billing period, counted from the month in which the term starts. */
  periodMonths: number;
  termStart: CalendarDate;
  /** In order; at least one. */
  inForce: readonly InForce[];
  /** Nights on which the policy covers. */
  terms: readonly DateRange[];
  /** First day without cover after a cancellation. */
  coverageEndsOn: CalendarDate | null;
  enrollments: readonly Enrollment[];
};

/** Nights of a property that an order booked. */
export type Stay = {
  order: OrderRef;
  propertyId: string;
  propertyName: string | null;
  nights: DateRange;
  ratePerNight: Rate | null;
};
