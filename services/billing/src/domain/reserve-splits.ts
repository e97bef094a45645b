import { divideHalfAwayFromZero, type Minor, sum } from '@staycover/kernel';
import type { LineParts, OrderLine } from './line.ts';
import { sumOfParts } from './line-parts.ts';

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
  total: sumOfParts(parts),
});

export const splitsOf = (lines: readonly OrderLine[]): ReserveSplit[] => lines.map((line) => split(line, line.parts));

/** A part of a whole: how much of an invoice's total was paid back. */
export type Share = { of: bigint; whole: bigint };

/**
 * The splits taken back when the share that is paid back grows, each with the opposite sign. Over any number of steps
 * they sum to the share of the splits to the unit, and at the whole of it every split is taken back entirely. Lines of
 * which nothing is taken back are left out.
 */
export const reversalsOf = (lines: readonly OrderLine[], from: Share, to: Share): ReserveSplit[] => {
  const amounts = lines.flatMap(({ parts }) => [parts.premium, parts.lossFund, parts.partnerFee, parts.serviceFee]);
  const [done, due] = [prorate(amounts, from), prorate(amounts, to)];
  const back = (i: number): Minor => done[i]! - due[i]!;
  return lines
    .map((line, i) => {
      const at = 4 * i;
      return split(line, {
        premium: back(at),
        lossFund: back(at + 1),
        partnerFee: back(at + 2),
        serviceFee: back(at + 3),
      });
    })
    .filter((taken) => taken.premium || taken.lossFund || taken.partnerFee || taken.serviceFee);
};

/** The share of each amount by largest remainder: together exactly the rounded share of their sum. */
export const prorate = (amounts: readonly bigint[], { of, whole }: Share): bigint[] => {
  const floors = amounts.map((amount) => floorDivide(amount * of, whole));
  const left = Number(divideHalfAwayFromZero(sum(amounts) * of, whole) - sum(floors));
  const byRemainder = amounts
    .map((amount, index) => ({ index, remainder: amount * of - floors[index]! * whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, left)) floors[index]! += 1n;
  return floors;
};

const floorDivide = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor;
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient;
};
