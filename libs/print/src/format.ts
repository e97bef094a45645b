import { type CalendarDate, type Currency, decimalPlaces, type Minor } from '@staycover/kernel';

// To make a format costs as much as to use it a hundred times.
const longDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const longMonth = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const monthNames = new Map<string, string>();
const formats = new Map<string, Intl.NumberFormat>();

/** A day in words. */
export const dateText = (date: CalendarDate): string => longDate.format(date);

/** Both days of a range in words; shared parts are printed once. */
export const rangeText = (first: CalendarDate, last: CalendarDate): string => longDate.formatRange(first, last);

/** A month, `YYYY-MM`, in words. */
export const monthText = (month: string): string =>
  monthNames.getOrInsertComputed(month, () => longMonth.format(Temporal.PlainDate.from(`${month}-01`)));

/** Orders names as people count: House 4, then House 33. */
export const compareNames = new Intl.Collator('en', { numeric: true }).compare;

/** A code of the interface in words. */
export const words = (code: string): string => {
  const text = code.toLowerCase().replaceAll('_', ' ');
  return text[0]!.toUpperCase() + text.slice(1);
};

const currencyFormat = (currency: Currency, maximumFractionDigits: number): Intl.NumberFormat =>
  formats.getOrInsertComputed(`${currency} ${maximumFractionDigits}`, () => {
    const minimumFractionDigits = decimalPlaces(currency);
    return new Intl.NumberFormat('en', { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits });
  });

/** Formats minor units without going through a float. */
export const moneyFormat = (currency: Currency): ((minor: Minor) => string) => {
  const decimals = decimalPlaces(currency);
  const format = currencyFormat(currency, decimals);
  return (minor) => format.format(`${minor}e-${decimals}` as Intl.StringNumericLiteral);
};

/** Formats rates, which have up to four decimals. */
export const rateFormat = (currency: Currency): ((rate: number) => string) => {
  const format = currencyFormat(currency, 4);
  return (rate) => format.format(rate);
};
