import { type Minor, prorate } from '@staycover/kernel';
import type { Invoice } from './invoice.ts';
import { type InvoiceLine, isOrderLine, type LineParts, type OrderLine } from './line.ts';
import { sumParts } from './line-parts.ts';

/** Where the money of one order line goes. */
export type ReserveSplit = LineParts & {
  orderId: string;
  orderLineId: string;
  propertyName: string | null;
  stayMonth: string;
  total: Minor;
};

const split = ({ order, propertyName, stayMonth }: OrderLine, parts: LineParts): ReserveSplit => ({
  orderId: order.orderId,
  orderLineId: order.orderLineId,
  propertyName,
  stayMonth,
  ...parts,
  total: sumParts(parts),
});

export const toSplits = (lines: readonly OrderLine[]): ReserveSplit[] => lines.map((line) => split(line, line.parts));

const PARTS = ['premium', 'lossFund', 'partnerFee', 'serviceFee'] as const;
type Part = (typeof PARTS)[number];

type Splitting = Pick<Invoice, 'total' | 'tax' | 'refunded' | 'splitsPublished'>;

/**
 * The splits by which what is published of an invoice becomes those of `settled` of its total. Over any number of steps they
 * sum to the share of the order lines, by largest remainder over these, the manual lines and the tax; at the whole of
 * the total they are the lines themselves. Lines of which nothing changes are left out.
 */
export const splitsTo = (invoice: Splitting, lines: readonly InvoiceLine[], settled: Minor): ReserveSplit[] => {
  const orders = lines.filter(isOrderLine);
  if (invoice.splitsPublished === 0n && settled === nonZeroTotal(invoice)) return toSplits(orders);
  const [from, to] = [published(invoice, lines), splitAt(invoice, lines, settled)];
  return orders
    .map((line, i) => {
      const by = (part: Part): Minor => {
        const at = PARTS.length * i + PARTS.indexOf(part);
        return to[at]! - from[at]!;
      };
      return split(line, {
        premium: by('premium'),
        lossFund: by('lossFund'),
        partnerFee: by('partnerFee'),
        serviceFee: by('serviceFee'),
      });
    })
    .filter((taken) => PARTS.some((part) => taken[part]));
};

/** What `splitsPublished` is when all is published. */
const nonZeroTotal = ({ total }: Pick<Invoice, 'total'>): Minor => (total === 0n ? 1n : total);

const listAmounts = (lines: readonly InvoiceLine[]): Minor[] =>
  lines.flatMap((line) => (isOrderLine(line) ? PARTS.map((part) => line.parts[part]) : []));

const splitAt = (invoice: Splitting, lines: readonly InvoiceLine[], settled: Minor): Minor[] => {
  const amounts = listAmounts(lines);
  const whole = nonZeroTotal(invoice);
  if (settled === whole) return amounts;
  if (settled === 0n) return amounts.map(() => 0n);
  const others = lines.filter(({ manual }) => manual).map(({ amount }) => amount);
  const sign = whole < 0n ? -1n : 1n;
  return prorate([...amounts, ...others, invoice.tax], { of: settled * sign, whole: whole * sign });
};

/** Refunds from before payments were kept took splits back by their share of the order lines alone. */
const published = (invoice: Splitting, lines: readonly InvoiceLine[]): Minor[] => {
  const { refunded, total, splitsPublished } = invoice;
  if (refunded === 0n) return splitAt(invoice, lines, splitsPublished);
  const amounts = listAmounts(lines);
  const back = prorate(amounts, { of: refunded, whole: total });
  return amounts.map((amount, i) => amount - back[i]!);
};
