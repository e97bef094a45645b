import {
  byStart,
  type CalendarDate,
  compareTexts,
  type DateRange,
  FIRST_DAY,
  intersect,
  latest,
  merge,
  subtract,
  yearMonth,
} from '@staycover/kernel';
import type { BilledNights } from './billed-nights.ts';
import { coveredNights, type NotBilledNights } from './cover.ts';
import type { ChargedPrice } from './line.ts';
import type { BillablePolicy, Stay } from './policy.ts';
import { type PricedNights, pricedNights } from './price.ts';

/** Nights with a charge that is taken back (-1), or charged again as it was (1). */
export type Correction = { lineId: string; sign: 1 | -1; nights: DateRange[] };

export type Charge = PricedNights & { price: NonNullable<PricedNights['price']> };

/** What makes the billed nights equal to the covered ones. */
export type Difference = { toBill: Charge[]; corrections: Correction[]; notBilled: NotBilledNights[] };

type ToCompare = {
  policy: BillablePolicy;
  stays: readonly Stay[];
  billed: readonly BilledNights[];
  /** The first night that is looked at; null for all. */
  from: CalendarDate | null;
  /** The last night to be billed now. */
  periodEnd: CalendarDate;
};

/**
 * Compares what is covered with what is billed: every covered night keeps one charge that has its price in force, every
 * other charge comes back, and the nights up to the period's end that have none are to be billed. So are later ones with
 * a charge that comes back: they were billed in a longer period.
 */
export const compareWithBilled = ({ policy, stays, billed, from, periodEnd }: ToCompare): Difference => {
  const until = periodEnd.add({ days: 1 });
  const billedUntil = billed.reduce((last, { nights }) => latest(last, nights.end), until);
  const window = { start: from ?? FIRST_DAY, end: billedUntil };
  const { covered, notBilled } = coveredNights(policy, stays, window);
  const priced = Map.groupBy(pricedNights(policy, covered), propertyAndMonth);
  const charged = Map.groupBy(billed, propertyAndMonth);
  const found: Difference = { toBill: [], corrections: [], notBilled };
  for (const key of new Set([...priced.keys(), ...charged.keys()])) {
    const cover = priced.get(key) ?? [];
    const { kept, back, corrections } = keep(cover, charged.get(key) ?? [], window);
    found.corrections.push(...corrections);
    const due = merge([{ start: window.start, end: until }, ...back]);
    for (const nights of cover) bill(nights, { kept, due }, found);
  }
  return {
    toBill: found.toBill,
    corrections: byLine(found.corrections),
    notBilled: within(found.notBilled, { start: window.start, end: until }),
  };
};

/** Covered nights are cut by months, and a line is of one month: what is charged for one never meets another. */
const propertyAndMonth = ({ propertyId, nights }: { propertyId: string; nights: DateRange }): string =>
  `${yearMonth(nights.start)} ${propertyId}`;

const within = <T extends { nights: DateRange }>(all: readonly T[], window: DateRange): T[] =>
  all.flatMap((one) => {
    const nights = intersect(one.nights, window);
    return nights ? [{ ...one, nights }] : [];
  });

type Kept = { kept: readonly DateRange[]; due: readonly DateRange[] };

/** What of covered nights has no charge: to be billed where it is due, or named when it has no price. */
const bill = (one: PricedNights, { kept, due }: Kept, { toBill, notBilled }: Difference): void => {
  const { price, propertyId, stay } = one;
  for (const nights of kept.length > 0 ? subtract(one.nights, kept) : [one.nights]) {
    if (price) toBill.push(...due.flatMap((part) => within([{ ...one, price, nights }], part)));
    else notBilled.push({ propertyId, orderId: stay?.order.orderId ?? null, reason: 'NO_RATE', nights });
  }
};

/** The nights that keep the charge they have, and the corrections of what else is charged. */
const keep = (cover: readonly PricedNights[], billed: readonly BilledNights[], window: DateRange) => {
  const [kept, back]: [DateRange[], DateRange[]] = [[], []];
  const corrections: Correction[] = [];
  for (const { lineId, balance, reopened, price, ...row } of billed.toSorted(inOrder)) {
    const nights = intersect(row.nights, window);
    if (!nights) continue;
    if (balance === -1) {
      corrections.push({ lineId, sign: 1, nights: [nights] });
      continue;
    }
    const priced = cover.filter((one) => hasPrice(one, price)).flatMap((one) => intersect(one.nights, nights) ?? []);
    // Only what was reopened can be charged twice.
    const staying = reopened ? priced.flatMap((part) => subtract(part, kept)) : priced;
    const leaving = subtract(nights, staying);
    kept.push(...staying);
    if (leaving.length > 0) corrections.push({ lineId, sign: -1, nights: leaving });
    back.push(...leaving);
  }
  return { kept, back, corrections };
};

/** What was reopened comes last, as it goes where it is charged twice; the rest of the order is there to be the same each time. */
const inOrder = (a: BilledNights, b: BilledNights): number => {
  if (a.reopened !== b.reopened) return a.reopened ? 1 : -1;
  return compareTexts(a.lineId, b.lineId) || byStart(a.nights, b.nights);
};

const hasPrice = ({ price, stateCode }: PricedNights, charged: ChargedPrice): boolean =>
  charged.fixed ||
  (price !== null &&
    price.rate === charged.unitPrice &&
    price.per === charged.per &&
    price.lossFundRate === charged.lossFundRate &&
    stateCode === charged.stateCode);

const byLine = (corrections: readonly Correction[]): Correction[] =>
  [...Map.groupBy(corrections, ({ lineId, sign }) => `${lineId} ${sign}`).values()].map((parts) => ({
    ...parts[0]!,
    nights: parts.flatMap(({ nights }) => nights),
  }));
