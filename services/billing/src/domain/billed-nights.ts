import { type CalendarDate, type DateRange, earliest, intersect, isBefore, subtract } from '@staycover/kernel';
import { before, type CoveredNights } from './cover.ts';
import type { OrderLine } from './line.ts';

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
};

/** A line's effect on the nights of the line that charged them. */
type Posting = {
  lineId: string;
  propertyId: string;
  nights: readonly DateRange[];
  weight: 1 | -1;
  reopens: boolean;
};

/** Nights whose charge is taken back (-1), or charged again at their old rate (1). */
export type Correction = { lineId: string; sign: 1 | -1; nights: DateRange[] };

export type Settlement = { toBill: CoveredNights[]; corrections: Correction[] };

const posting = (line: OrderLine, sign: 1 | -1): Posting => {
  const charges = line.quantity > 0 ? 1 : -1;
  return {
    lineId: line.correctionOf ?? line.id,
    propertyId: line.propertyId,
    nights: line.nights,
    weight: (charges * sign) as 1 | -1,
    reopens: sign < 0 && charges < 0,
  };
};

/** The billed nights with what the lines of an invoice charge and take back. */
export const post = (billed: readonly BilledNights[], lines: readonly OrderLine[]): BilledNights[] =>
  apply(
    billed,
    lines.map((line) => posting(line, 1)),
  );

/** The billed nights as if the lines of an invoice had never been. */
export const undo = (billed: readonly BilledNights[], lines: readonly OrderLine[]): BilledNights[] =>
  apply(
    billed,
    lines.map((line) => posting(line, -1)),
  );

const apply = (billed: readonly BilledNights[], postings: readonly Posting[]): BilledNights[] => {
  const posted = Map.groupBy(postings, ({ lineId }) => lineId);
  const touched = Map.groupBy(
    billed.filter(({ lineId }) => posted.has(lineId)),
    ({ lineId }) => lineId,
  );
  const untouched = billed.filter(({ lineId }) => !posted.has(lineId));
  return [...untouched, ...[...posted].flatMap(([lineId, added]) => overlay(touched.get(lineId) ?? [], added))];
};

const overlay = (existing: readonly BilledNights[], added: readonly Posting[]): BilledNights[] => {
  const { lineId, propertyId } = existing[0] ?? added[0]!;
  const reopened = existing.some((row) => row.reopened) || added.some(({ reopens }) => reopens);
  const weights = [
    ...existing.map(({ nights, balance }) => ({ nights, weight: balance as number })),
    ...added.flatMap(({ nights, weight }) => nights.map((range) => ({ nights: range, weight: weight as number }))),
  ];
  return balances(weights).map(({ nights, balance }) => ({ lineId, propertyId, nights, balance, reopened }));
};

const balances = (weights: readonly { nights: DateRange; weight: number }[]) => {
  const steps = weights
    .flatMap(({ nights, weight }) => [
      { at: nights.start, by: weight },
      { at: nights.end, by: -weight },
    ])
    .toSorted((a, b) => Temporal.PlainDate.compare(a.at, b.at));
  const result: { nights: DateRange; balance: 1 | -1 }[] = [];
  let balance = 0;
  let since: CalendarDate | undefined;
  for (const [i, { at, by }] of steps.entries()) {
    const previous = balance;
    if (since && previous !== 0 && isBefore(since, at)) result.push(range(since, at, previous));
    balance += by;
    since = steps[i]!.at;
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
    if (last && last.balance === part.balance && last.nights.end.equals(part.nights.start)) {
      result[result.length - 1] = range(last.nights.start, part.nights.end, part.balance);
    } else {
      result.push(part);
    }
  }
  return result;
};

export type SettleInput = {
  covered: readonly CoveredNights[];
  billed: readonly BilledNights[];
  /** The last night to be billed now. */
  periodEnd: CalendarDate;
  /** Lines of other periods' drafts: what they charge is not credited before they are sent. */
  drafts: ReadonlySet<string>;
};

/**
 * Compares what is covered with what is billed: every covered night keeps one charge, every other charge comes back,
 * and the nights up to the period's end that have none are to be billed.
 */
export const settleNights = ({ covered, billed, periodEnd, drafts }: SettleInput): Settlement => {
  const billedByProperty = Map.groupBy(billed, ({ propertyId }) => propertyId);
  const coveredByProperty = Map.groupBy(covered, ({ propertyId }) => propertyId);
  const until = periodEnd.add({ days: 1 });
  const settlement: Settlement = { toBill: [], corrections: [] };
  for (const propertyId of new Set([...coveredByProperty.keys(), ...billedByProperty.keys()])) {
    const cover = coveredByProperty.get(propertyId) ?? [];
    const kept = keep(cover, billedByProperty.get(propertyId) ?? [], drafts, settlement.corrections);
    for (const nights of cover) {
      const due = before(nights.nights, until);
      const rest = due ? subtract(due, kept) : [];
      for (const open of rest) settlement.toBill.push({ ...nights, nights: open });
    }
  }
  return { toBill: settlement.toBill, corrections: byLine(settlement.corrections) };
};

const keep = (
  cover: readonly CoveredNights[],
  billed: readonly BilledNights[],
  drafts: ReadonlySet<string>,
  corrections: Correction[],
): DateRange[] => {
  const kept: DateRange[] = [];
  const ordered = billed.toSorted((a, b) => Number(a.reopened) - Number(b.reopened));
  for (const { lineId, nights, balance, reopened } of ordered) {
    if (balance === -1) {
      corrections.push({ lineId, sign: 1, nights: [nights] });
    } else if (drafts.has(lineId) || (!reopened && cover.some((one) => contains(one.nights, nights)))) {
      kept.push(nights);
    } else {
      const stays = cover.flatMap((one) => intersect(one.nights, nights) ?? []).flatMap((part) => subtract(part, kept));
      const goes = subtract(nights, stays);
      kept.push(...stays);
      if (goes.length > 0) corrections.push({ lineId, sign: -1, nights: goes });
    }
  }
  return kept;
};

const contains = (outer: DateRange, inner: DateRange): boolean =>
  !isBefore(inner.start, outer.start) && earliest(inner.end, outer.end).equals(inner.end);

const byLine = (corrections: readonly Correction[]): Correction[] =>
  [...Map.groupBy(corrections, ({ lineId, sign }) => `${lineId} ${sign}`).values()].map((parts) => ({
    ...parts[0]!,
    nights: parts.flatMap(({ nights }) => nights),
  }));
