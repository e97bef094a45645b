import type { Currency, Minor, Rate } from '@staycover/kernel';
import { allocate, least, multiplyRate, rateFromNumber, sum } from '@staycover/kernel';
import type { LineCategory, LineParts } from './line.ts';

/** Percent of a line, with up to 4 decimals, for the partner and for the service. */
export type Fees = { partnerPercent: number; servicePercent: number };

const HUNDRED_PERCENT = rateFromNumber(100);

/** Splits a charge: the loss fund by its own rate, the fees by percentage, the premium is what remains. */
export const splitCharge = (
  { amount, quantity, lossFundRate }: { amount: Minor; quantity: number; lossFundRate: Rate },
  currency: Currency,
  fees: Fees,
): LineParts => {
  const wanted = multiplyRate(lossFundRate, quantity, currency);
  const lossFund = least(wanted, amount);
  const rest = amount - lossFund;
  const partner = amount * rateFromNumber(fees.partnerPercent);
  const service = amount * rateFromNumber(fees.servicePercent);
  const own = rest * HUNDRED_PERCENT - partner - service;
  const [premium = 0n, partnerFee = 0n, serviceFee = 0n] = allocate(rest, [own > 0n ? own : 0n, partner, service]);
  return { premium, lossFund, partnerFee, serviceFee };
};

export const sumParts = (parts: LineParts): Minor => sum(Object.values(parts));

export type Component = { code: string; treatment: LineCategory; amount: Minor; taxable: boolean };

/** The parts that are not 0, premium first, as an invoice shows them. */
export const toComponents = ({ premium, lossFund, partnerFee, serviceFee }: LineParts): Component[] => {
  const [first, ...others]: Component[] = [
    { code: 'PREMIUM', treatment: 'INSURANCE_PREMIUM', amount: premium, taxable: true },
    { code: 'LOSS_FUND', treatment: 'LOSS_FUND', amount: lossFund, taxable: false },
    { code: 'PARTNER_FEE', treatment: 'PARTNER_FEE', amount: partnerFee, taxable: true },
    { code: 'SERVICE_FEE', treatment: 'SERVICE_FEE', amount: serviceFee, taxable: true },
  ];
  return [first!, ...others.filter(({ amount }) => amount !== 0n)];
};
