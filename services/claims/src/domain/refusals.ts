import { type Currency, DomainError, decimalPlaces, numberFromRate } from '@staycover/kernel';
import { type Amount, downToUnit } from './amount.ts';
import type { Cover } from './cover/cover.ts';

/** @throws DomainError `not-covered`, `currency-mismatch`. */
export const assertCovered = (cover: Cover, loss: Amount | null): void => {
  const { covered, reason, currency, otherCurrencies, minimumClaim } = cover;
  if (!covered) throw new DomainError('not-covered', `The damage is not covered: ${reason}.`, { reason });
  if (otherCurrencies.length > 0) {
    const detail = `The claim is decided in ${currency}, but parts of its cover are in ${otherCurrencies.join(', ')}.`;
    throw new DomainError('currency-mismatch', detail);
  }
  if (loss === null || loss >= minimumClaim) return;
  const detail = `The loss is below the minimum of ${numberFromRate(minimumClaim)}.`;
  throw new DomainError('not-covered', detail, { reason: 'BELOW_MINIMUM' });
};

/** @throws DomainError `invalid-request` for an amount that the currency cannot pay. */
export const assertDecimals = (amount: Amount, currency: Currency, pointer = '/approvedAmount'): void => {
  if (amount === downToUnit(amount, currency)) return;
  throw DomainError.invalid([
    { pointer, detail: `must have at most ${decimalPlaces(currency)} decimals in ${currency}` },
  ]);
};

export const incomplete = (missing: string[]): DomainError =>
  new DomainError('claim-incomplete', `To approve the claim, ${missing.join(' and ')} must be known.`, { missing });

export const exceedsCover = (asked: Amount, most: Amount): DomainError => {
  const payable = numberFromRate(most);
  return new DomainError('exceeds-cover', `The cover pays ${payable} at most, not ${numberFromRate(asked)}.`, {
    payable,
  });
};

export const alreadyPaid = (paid: Amount, what: string): DomainError =>
  new DomainError('claim-has-payouts', `${numberFromRate(paid)} of the claim was paid out: ${what}.`);
