import {
  byStart,
  type CalendarDate,
  type Currency,
  compareTexts,
  daysIn,
  earliest,
  isAfter,
  merge,
  multiplyRate,
  sum,
  yearMonth,
} from '@staycover/kernel';
import { type Charged, correct } from './correct.ts';
import type { NotBilledNights, NotBilledReason } from './cover.ts';
import type { Charge, Difference } from './difference.ts';
import type { LineDraft, LineParts, ManualLine } from './line.ts';
import { fitting, mayFit } from './line-limit.ts';
import { type Fees, splitCharge, sumParts } from './line-parts.ts';
import { firstNight, formatNights, nightsIn } from './nights.ts';
import type { BillablePolicy } from './policy.ts';
import { type TaxRates, withTax } from './tax.ts';
import { calculateTotals, type Totals } from './totals.ts';

/** What some properties are to be billed, with all that prices it. */
type ToGenerate = {
  policy: Pick<BillablePolicy, 'productLine'>;
  difference: Difference;
  /** The lines that the difference corrects, by id. */
  charged: ReadonlyMap<string, Charged>;
  fees: Fees;
  currency: Currency;
};

/** Nights that an invoice does not bill, and why. */
export type NotBilled = { propertyId: string; orderId: string | null; nights: number; reason: NotBilledReason };

/** What some properties bring to an invoice; that of one never depends on another's. */
export type InvoicePart = {
  lines: LineDraft[];
  notBilled: NotBilled[];
  /** The first night that it is about. */
  firstNight: CalendarDate | null;
};

export type Generated = InvoicePart & {
  totals: Totals;
  /** The first month with lines that did not fit, and wait for the next invoice. */
  waitingFrom: string | null;
};

/** The lines of some properties before they are taxed. */
export const invoicePart = (input: ToGenerate): InvoicePart => {
  const { toBill, corrections, notBilled } = input.difference;
  const toParts = splittingCharges(input);
  const charges = groupedByLine(toBill).map((nights) => chargeLine(nights, input, toParts));
  const corrected = corrections.map((correction) => {
    const original = input.charged.get(correction.lineId);
    if (!original) throw new Error(`There is no line ${correction.lineId} to correct`);
    return correct(original, correction);
  });
  const nights = [...toBill, ...notBilled].map((one) => one.nights).concat(corrections.flatMap((one) => one.nights));
  const lines = [...charges, ...corrected];
  assertSound(lines);
  return { lines, notBilled: groupNotBilled(notBilled), firstNight: firstNight(nights) };
};

export const emptyPart: InvoicePart = { lines: [], notBilled: [], firstNight: null };

/** What two parts bring together, without lines for which an invoice has no room whatever else comes. */
export const joinParts = (one: InvoicePart, other: InvoicePart): InvoicePart => ({
  lines: mayFit([...one.lines, ...other.lines]),
  notBilled: [...one.notBilled, ...other.notBilled],
  firstNight:
    one.firstNight && other.firstNight
      ? earliest(one.firstNight, other.firstNight)
      : (one.firstNight ?? other.firstNight),
});

type Around = { manualLines: readonly ManualLine[]; taxRates: TaxRates };

const isCharge = (line: LineDraft): boolean => line.correctionOf === null;

/** The generated lines of an invoice, charges first, and its totals with the manual ones. */
export const assembleInvoice = (all: InvoicePart, { manualLines, taxRates }: Around): Generated => {
  const { lines: fitted, waitingFrom } = fitting(all.lines);
  const fit = fitted.toSorted(byProperty);
  const lines = [...withTax(fit.filter(isCharge), taxRates), ...fit.filter((line) => !isCharge(line))];
  const totals = calculateTotals([...lines, ...manualLines]);
  if (sum(Object.values(totals.subtotalsByCategory).map(BigInt)) !== totals.subtotal) {
    throw new Error('The categories of the invoice do not add up to its subtotal');
  }
  return { ...all, lines, totals, waitingFrom };
};

/** One line per property, stay month and price in force; a stay's lines are its own. */
const groupedByLine = (toBill: readonly Charge[]): Charge[][] => [
  ...Map.groupBy(toBill, ({ propertyId, stateCode, nights, price, stay }) =>
    [
      propertyId,
      yearMonth(nights.start),
      `${price.rate} ${price.per} ${price.lossFundRate} ${price.rateSource} ${price.rateTableVersion} ${stateCode}`,
      stay ? JSON.stringify(stay.order) : '',
    ].join('\n'),
  ).values(),
];

/** Splits charges into parts; those of as many nights at the same price share theirs. */
const splittingCharges = ({ currency, fees }: Pick<ToGenerate, 'currency' | 'fees'>) => {
  const known = new Map<string, LineParts>();
  return (charge: Parameters<typeof splitCharge>[0]): LineParts => {
    const key = `${charge.amount} ${charge.quantity} ${charge.lossFundRate}`;
    return known.getOrInsertComputed(key, () => splitCharge(charge, currency, fees));
  };
};

const chargeLine = (
  charges: readonly Charge[],
  { policy, currency }: ToGenerate,
  toParts: ReturnType<typeof splittingCharges>,
): LineDraft => {
  const { propertyId, propertyName, stateCode, electionId, stay, price, nights: first } = charges[0]!;
  const { rate, per, lossFundRate, rateSource, rateTableVersion, planId } = price;
  const nights = merge(charges.map((one) => one.nights));
  const quantity = nightsIn(nights);
  const amount = stay ? stayAmount(charges, currency) : multiplyRate(rate, quantity, currency, per);
  const stayMonth = yearMonth(first.start);
  return {
    manual: false,
    category: 'INSURANCE_PREMIUM',
    description: `${propertyName ?? propertyId}, ${formatNights(quantity)} in ${stayMonth}`,
    quantity,
    unitPrice: rate,
    per,
    amount,
    parts: toParts({ amount, quantity, lossFundRate }),
    tax: 0n,
    propertyId,
    propertyName,
    stayMonth,
    stateCode,
    productLine: policy.productLine,
    order: stay?.order ?? null,
    correctionOf: null,
    correctsInvoiceId: null,
    nights,
    electionId,
    planId,
    rateSource,
    rateTableVersion,
    lossFundRate,
    fixed: false,
  };
};

/** Each night of a stay costs what the stay costs up to it less what it costs before, so that its months add up. */
const stayAmount = (charges: readonly Charge[], currency: Currency): bigint =>
  sum(
    charges.map(({ nights, stay, price: { rate, per } }) => {
      const upTo = (end: CalendarDate) => multiplyRate(rate, daysIn({ start: stay!.nights.start, end }), currency, per);
      return upTo(nights.end) - upTo(nights.start);
    }),
  );

/** Dates are compared within a month only: of texts a hundred thousand are sorted sooner. */
const byProperty = (a: LineDraft, b: LineDraft): number =>
  compareTexts(a.propertyId, b.propertyId) ||
  compareTexts(a.stayMonth, b.stayMonth) ||
  byStart(a.nights[0]!, b.nights[0]!);

const groupNotBilled = (notBilled: readonly NotBilledNights[]): NotBilled[] => {
  const groups = Map.groupBy(notBilled, ({ propertyId, orderId, reason }) =>
    JSON.stringify([propertyId, orderId, reason]),
  );
  return [...groups.values()].map((its) => {
    const { propertyId, orderId, reason } = its[0]!;
    return { propertyId, orderId, nights: nightsIn(its.map(({ nights }) => nights)), reason };
  });
};

/** Refuses to hand out a wrong bill: whatever is not sound here is a bug, and nothing may be stored. */
const assertSound = (lines: readonly LineDraft[]): void => {
  for (const line of lines) {
    if (sumParts(line.parts) !== line.amount) throw new Error(`The parts of "${line.description}" do not add up`);
  }
  const charges = Map.groupBy(lines.filter(isCharge), ({ propertyId }) => propertyId);
  for (const [propertyId, its] of charges) {
    const ranges = its.flatMap(({ nights }) => nights).toSorted(byStart);
    const twice = ranges.find((range, i) => i > 0 && isAfter(ranges[i - 1]!.end, range.start));
    if (twice) throw new Error(`Property ${propertyId} would be charged twice from ${twice.start}`);
  }
};

/**
 * From where the next derivation looks at a policy's nights, once a derivation from this first night on is stored:
 * before it everything that is covered is billed.
 */
export const openAfter = (first: CalendarDate | null, periodEnd: CalendarDate): CalendarDate =>
  first ?? periodEnd.add({ days: 1 });
