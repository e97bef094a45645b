import {
  type CalendarDate,
  cut,
  type DateRange,
  daysIn,
  isAfter,
  isBefore,
  type Rate,
  type RateVersion,
  rateVersionsFrom,
} from '@staycover/kernel';
import { type CoveredNights, splitIntoFrames, termsOn } from './cover.ts';
import type { RateSource } from './line.ts';
import type { BillablePolicy, InForce } from './policy.ts';

/** What a night costs: a rate, which is for `per` nights, and of it the loss fund's for one night. */
type Price = {
  rate: Rate;
  per: number;
  lossFundRate: Rate;
  rateSource: RateSource;
  rateTableVersion: number | null;
  planId: string | null;
};

/** Covered nights of one month and price; null where there is none. */
export type PricedNights = CoveredNights & { price: Price | null };

type PricedRange = { nights: DateRange; price: Price | null };

/** Covered nights cut by month and price in force. */
export const pricedNights = (policy: BillablePolicy, covered: readonly CoveredNights[]): PricedNights[] => {
  const { changes, versionOn } = learnPrices(policy);
  const cutAtChanges = (of: CoveredNights): PricedRange[] =>
    cut(of.nights, changes).map((nights) => ({ nights, price: findPrice(versionOn, of, nights.start) }));
  // Most properties are enrolled alike.
  const alike = new Map<string, PricedRange[]>();
  return covered.flatMap((of) => {
    const key = of.stay ? '' : `${of.planId} ${of.rateOverride} ${of.nights.start} ${of.nights.end}`;
    const parts = key ? alike.getOrInsertComputed(key, () => cutAtChanges(of)) : cutAtChanges(of);
    return parts.map((part) => ({ ...of, ...part }));
  });
};

/** What is known of price terms, however many properties ask for it. */
type Prices = { changes: CalendarDate[]; versionOn: VersionOn };

/** The terms on a night, and the version of their rate table for a plan. */
type InForceOn = { terms: InForce; planId: string | null; row: RateVersion | undefined };
type VersionOn = (planId: string | null, night: CalendarDate) => InForceOn;

const remembered = new WeakMap<readonly InForce[], Prices>();

const learnPrices = ({ inForce }: Pick<BillablePolicy, 'inForce'>): Prices =>
  remembered.getOrInsertComputed(inForce, () => ({
    changes: findChanges(inForce),
    versionOn: rememberVersions(inForce),
  }));

/** The days on which prices change. */
export const priceChanges = (policy: Pick<BillablePolicy, 'inForce'>): readonly CalendarDate[] =>
  learnPrices(policy).changes;

/** A rate table counts only while its terms are in force. */
const findChanges = (inForce: readonly InForce[]): CalendarDate[] =>
  splitIntoFrames({ inForce }).flatMap(({ terms, nights }) => [
    nights.start,
    ...terms.rateTable.flatMap(({ effectiveFrom }) => (isWithin(nights, effectiveFrom) ? [effectiveFrom] : [])),
  ]);

const isWithin = ({ start, end }: DateRange, day: CalendarDate): boolean => isAfter(day, start) && isBefore(day, end);

/** Properties are cut on the same days: each is looked up once, in a table that is in order. */
const rememberVersions = (inForce: readonly InForce[]): VersionOn => {
  const found = new Map<string, InForceOn>();
  const tables = new Map(inForce.map((terms) => [terms, rateVersionsFrom(terms.rateTable)]));
  const find = (own: string | null, night: CalendarDate): InForceOn => {
    const terms = termsOn(inForce, night);
    const planId = own ?? terms.planId;
    return { terms, planId, row: tables.get(terms)!(planId, night) };
  };
  return (own, night) => found.getOrInsertComputed(`${night} ${own}`, () => find(own, night));
};

/** The price of a night, by the first rate that there is. */
const findPrice = (versionOn: VersionOn, of: CoveredNights, night: CalendarDate): Price | null => {
  const { terms, planId, row } = versionOn(of.planId, night);
  const found = findRate(terms, of, { tableRate: row?.ratePerNight ?? null, night });
  if (!found) return null;
  const { rate, per } = found;
  const lossFundRate = row?.lossFundRatePerNight ?? terms.lossFundRatePerNight ?? 0n;
  return {
    ...found,
    lossFundRate: lossFundRate * BigInt(per) < rate ? lossFundRate : rate / BigInt(per),
    rateTableVersion: row && found.rateSource === 'RATE_TABLE' ? row.version : null,
    planId,
  };
};

type RateFound = Pick<Price, 'rate' | 'per' | 'rateSource'>;

const findRate = (
  { ratePerReservation, ratePerNight, ratePerMonth }: InForce,
  { stay, rateOverride }: CoveredNights,
  { tableRate, night }: { tableRate: Rate | null; night: CalendarDate },
): RateFound | undefined => {
  const rates: [Rate | null, number, RateSource][] = [
    [stay?.ratePerNight ?? null, 1, 'ORDER'],
    [rateOverride, 1, 'OVERRIDE'],
    [tableRate, 1, 'RATE_TABLE'],
    [stay ? ratePerReservation : null, stay ? daysIn(stay.nights) : 1, 'POLICY'],
    [ratePerNight, 1, 'POLICY'],
    [ratePerMonth, night.daysInMonth, 'POLICY'],
  ];
  for (const [rate, per, rateSource] of rates) if (rate !== null) return { rate, per, rateSource };
  return undefined;
};
