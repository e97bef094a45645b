import { decimalPlaces, RATE_DECIMALS } from '@staycover/kernel';

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const MONTHS = Array.from({ length: 12 }, (_, i) => MONTH.format(new Temporal.PlainDate(2000, i + 1, 1)));

/** A code of the interface in words; other texts stay as they are. */
export const inWords = (text: string): string =>
  /^[A-Z]+(_[A-Z]+)*$/.test(text) ? text.toLowerCase().replaceAll('_', ' ') : text;

const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text that does not turn what follows it in a line, though it is written from the right. */
export const isolated = (text: string): string => {
  const plain = text.replaceAll(BIDI_CONTROLS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
};

/** `2026-12-20` as a day in words; what is no day stays as it is. */
export const dayInWords = (text: string): string => {
  try {
    const { day, month, year } = Temporal.PlainDate.from(text);
    return `${day} ${MONTHS[month - 1]} ${year}`;
  } catch {
    return text;
  }
};

const formats = new Map<string, Intl.NumberFormat>();

const formatWith = (least: number, most: number): Intl.NumberFormat =>
  formats.getOrInsertComputed(
    `${least} ${most}`,
    () => new Intl.NumberFormat('en', { minimumFractionDigits: least, maximumFractionDigits: most }),
  );

const signed = (text: string): string => text.replace('-', '−');

/** An amount, in as many decimals as its currency has. */
export const amountInWords = (amount: number | Intl.StringNumericLiteral, currency: string | undefined): string => {
  const decimals = decimalPlaces(currency ?? '');
  return signed(formatWith(decimals, decimals).format(amount));
};

/** A rate, in as many decimals as its currency has at least. */
export const rateInWords = (rate: number, currency: string | undefined): string =>
  signed(formatWith(decimalPlaces(currency ?? ''), RATE_DECIMALS).format(rate));
