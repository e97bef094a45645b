import { amountOf, type Currency, type DateRange, daysIn, isAfter, merge, monthOf, sum } from '@staycover/kernel';
import type { Correction, Settlement } from './billed-nights.ts';
import { type BillablePolicy, type PricedNights, pricedNights } from './cover.ts';
import type { LineDraft, ManualLine, OrderLine } from './line.ts';
import { type Fees, partsLike, partsOfCharge, sumOfParts } from './line-parts.ts';
import { type TaxRates, type Totals, totalsOf } from './totals.ts';

export type ToGenerate = {
  policy: BillablePolicy;
  settlement: Settlement;
  /** The lines that the settlement corrects, by id. */
  originals: ReadonlyMap<string, OrderLine>;
  manualLines: readonly ManualLine[];
  taxRates: TaxRates;
  fees: Fees;
  currency: Currency;
};

export type Generated = { lines: LineDraft[]; totals: Totals };

/** The generated lines of an invoice and its totals with the manual ones. */
export const generateInvoice = (input: ToGenerate): Generated => {
  const { policy, settlement, originals, manualLines, taxRates } = input;
  const charges = groupedByLine(pricedNights(policy, settlement.toBill)).map((nights) => charge(nights, input));
  const corrections = settlement.corrections.map((correction) => {
    const original = originals.get(correction.lineId);
    if (!original) throw new Error(`There is no line ${correction.lineId} to correct`);
    return correct(original, correction, input.currency);
  });
  const lines = [...charges.toSorted(byProperty), ...corrections.toSorted(byProperty)];
  const totals = totalsOf([...lines, ...manualLines], taxRates);
  assertSound(lines, totals);
  return { lines, totals };
};

/** One line per property, stay month and rate in force; an order's lines are its own. */
const groupedByLine = (priced: readonly PricedNights[]): PricedNights[][] => [
  ...Map.groupBy(priced, ({ propertyId, nights, rate, lossFundRate, rateSource, rateTableVersion, order }) =>
    JSON.stringify([
      propertyId,
      monthOf(nights.start),
      `${rate} ${lossFundRate}`,
      rateSource,
      rateTableVersion,
      order?.orderId,
      order?.orderLineId,
    ]),
  ).values(),
];

const charge = (priced: readonly PricedNights[], { policy, currency, fees }: ToGenerate): LineDraft => {
  const { propertyId, propertyName, stateCode, order, electionId, planId, ...first } = priced[0]!;
  const nights = merge(priced.map((one) => one.nights));
  const quantity = sumOfNights(nights);
  const amount = amountOf(first.rate, quantity, currency);
  const stayMonth = monthOf(first.nights.start);
  return {
    manual: false,
    category: 'INSURANCE_PREMIUM',
    description: `${propertyName ?? propertyId}, ${count(quantity)} in ${stayMonth}`,
    quantity,
    unitPrice: first.rate,
    amount,
    parts: partsOfCharge({ amount, quantity, lossFundRate: first.lossFundRate }, currency, fees),
    propertyId,
    propertyName,
    stayMonth,
    stateCode,
    productLine: policy.productLine,
    order,
    correctionOf: null,
    nights,
    electionId,
    planId,
    rateSource: first.rateSource,
    rateTableVersion: first.rateTableVersion,
    lossFundRate: first.lossFundRate,
  };
};

const correct = (original: OrderLine, { sign, nights }: Correction, currency: Currency): LineDraft => {
  const { id, ...line } = original;
  const quantity = sign * sumOfNights(nights);
  const amount = amountOf(line.unitPrice, quantity, currency);
  const what = `${line.propertyName ?? line.propertyId}, ${count(Math.abs(quantity))} in ${line.stayMonth}`;
  return {
    ...line,
    category: 'CREDIT',
    description: sign < 0 ? `Credit: ${what}` : `Credit withdrawn: ${what}`,
    quantity,
    amount,
    parts: partsLike(amount, line.parts),
    correctionOf: id,
    nights: merge(nights),
  };
};

const sumOfNights = (ranges: readonly DateRange[]): number => ranges.reduce((total, range) => total + daysIn(range), 0);

const count = (nights: number): string => (nights === 1 ? '1 night' : `${nights} nights`);

const byProperty = (a: LineDraft, b: LineDraft): number =>
  a.propertyId === b.propertyId
    ? Temporal.PlainDate.compare(a.nights[0]!.start, b.nights[0]!.start)
    : a.propertyId < b.propertyId
      ? -1
      : 1;

/** Refuses to hand out a wrong bill: whatever is not sound here is a bug, and nothing may be stored. */
const assertSound = (lines: readonly LineDraft[], totals: Totals): void => {
  for (const line of lines) {
    if (sumOfParts(line.parts) !== line.amount) throw new Error(`The parts of "${line.description}" do not add up`);
  }
  if (sum(Object.values(totals.subtotalsByCategory).map(BigInt)) !== totals.subtotal) {
    throw new Error('The categories of the invoice do not add up to its subtotal');
  }
  const charges = Map.groupBy(
    lines.filter(({ correctionOf }) => !correctionOf),
    ({ propertyId }) => propertyId,
  );
  for (const [propertyId, its] of charges) {
    const ranges = its.flatMap(({ nights }) => nights).toSorted((a, b) => Temporal.PlainDate.compare(a.start, b.start));
    const twice = ranges.find((range, i) => i > 0 && isAfter(ranges[i - 1]!.end, range.start));
    if (twice) throw new Error(`Property ${propertyId} would be charged twice from ${twice.start}`);
  }
};
