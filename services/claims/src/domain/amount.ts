import { type Currency, decimalPlaces, numberFromRate, type Rate, rateUnit } from '@staycover/kernel';

/** An amount in ten-thousandths of a major unit: a reservation's policies name no currency that has decimals. */
export type Amount = Rate;

/** Down to what the currency can pay. */
export const downToUnit = (amount: Amount, currency: Currency): Amount => amount - (amount % rateUnit(currency));

/** Down to whole hundredths, where no currency is known. */
export const downToHundredths = (amount: Amount): Amount => amount - (amount % 100n);

/** An amount in words of an assessment, with the decimals of its currency, where that is known. */
export const amountText = (amount: Amount, currency: Currency | null): string => {
  const decimals = currency === null ? 2 : decimalPlaces(currency);
  const format = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: 4 });
  return `${format.format(numberFromRate(amount))}${currency === null ? '' : ` ${currency}`}`;
};
