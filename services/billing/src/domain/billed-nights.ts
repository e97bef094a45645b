import { type CalendarDate, compareDates, type DateRange, isBefore, isSameDay } from '@staycover/kernel';
import type { ChargedPrice, OrderLine } from './line.ts';

/**
 * Nights that a line charged. Balance 1: nothing has taken the charge back. Balance -1: it was credited, and its own
 * invoice voided later, so that the credit has nothing to stand on.
 */
export type BilledNights = {
  lineId: string;
  propertyId: string;
  nights: DateRange;
  balance: 1 | -1;
  /** A credit of these nights was voided: they may have been billed again meanwhile. */
  reopened: boolean;
  price: ChargedPrice;
};

/** A line's effect on the nights of the line that charged them. */
type NightsEffect = Pick<BilledNights, 'lineId' | 'propertyId' | 'price'> & {
  nights: readonly DateRange[];
  weight: 1 | -1;
  reopens: boolean;
};

const toEffect = (line: OrderLine, sign: 1 | -1): NightsEffect => {
  const charges = line.quantity > 0 ? 1 : -1;
  const { unitPrice, per, lossFundRate, stateCode, fixed } = line;
  return {
    lineId: line.correctionOf ?? line.id,
    propertyId: line.propertyId,
    price: { unitPrice, per, lossFundRate, stateCode, fixed },
    nights: line.nights,
    weight: (charges * sign) as 1 | -1,
    reopens: sign < 0 && charges < 0,
  };
};

/** The billed nights with what the lines of an invoice charge and take back. */
export const withLines = (billed: readonly BilledNights[], lines: readonly OrderLine[]): BilledNights[] =>
  apply(
    billed,
    lines.map((line) => toEffect(line, 1)),
  );

/** The billed nights as if the lines of an invoice had never been. */
export const withoutLines = (billed: readonly BilledNights[], lines: readonly OrderLine[]): BilledNights[] =>
  apply(
    billed,
    lines.map((line) => toEffect(line, -1)),
  );

const apply = (billed: readonly BilledNights[], effects: readonly NightsEffect[]): BilledNights[] => {
  const byLine = Map.groupBy(effects, ({ lineId }) => lineId);
  const touched = Map.groupBy(
    billed.filter(({ lineId }) => byLine.has(lineId)),
    ({ lineId }) => lineId,
  );
  const untouched = billed.filter(({ lineId }) => !byLine.has(lineId));
  return [...untouched, ...[...byLine].flatMap(([lineId, added]) => overlay(touched.get(lineId) ?? [], added))];
};

const overlay = (existing: readonly BilledNights[], added: readonly NightsEffect[]): BilledNights[] => {
  const { lineId, propertyId, price } = existing[0] ?? added[0]!;
  const reopened = existing.some((row) => row.reopened) || added.some(({ reopens }) => reopens);
  const toRow = (nights: DateRange, balance: 1 | -1) => ({ lineId, propertyId, price, nights, balance, reopened });
  const isAlone = existing.length === 0 && added.length === 1;
  if (isAlone) return added[0]!.nights.map((nights) => toRow(nights, added[0]!.weight));
  const weights = [
    ...existing.map(({ nights, balance }) => ({ nights, weight: balance as number })),
    ...added.flatMap(({ nights, weight }) => nights.map((range) => ({ nights: range, weight: weight as number }))),
  ];
  return balances(weights).map(({ nights, balance }) => toRow(nights, balance));
};

const balances = (weights: readonly { nights: DateRange; weight: number }[]) => {
  const steps = weights
    .flatMap(({ nights, weight }) => [
      { at: nights.start, by: weight },
      { at: nights.end, by: -weight },
    ])
    .toSorted((a, b) => compareDates(a.at, b.at));
  const result: { nights: DateRange; balance: 1 | -1 }[] = [];
  let balance = 0;
  let since: CalendarDate | undefined;
  for (const { at, by } of steps) {
    if (since && balance !== 0 && isBefore(since, at)) result.push(range(since, at, balance));
    balance += by;
    since = at;
  }
  return joined(result);
};

const range = (start: CalendarDate, end: CalendarDate, balance: number): { nights: DateRange; balance: 1 | -1 } => {
  if (balance === 1 || balance === -1) return { nights: { start, end }, balance };
  throw new Error(`A line's nights from ${start} are balanced at ${balance}`);
};

const joined = (parts: { nights: DateRange; balance: 1 | -1 }[]) => {
  const result: typeof parts = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && last.balance === part.balance && isSameDay(last.nights.end, part.nights.start)) {
      result[result.length - 1] = range(last.nights.start, part.nights.end, part.balance);
    } else {
      result.push(part);
    }
  }
  return result;
};
