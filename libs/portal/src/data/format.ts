import { decimalPlaces } from './currencies.ts';
import { preferences } from './preferences.ts';

const formats = new Map<string, Intl.NumberFormat>();

const moneyFormat = (currency: string): Intl.NumberFormat => {
  const digits = decimalPlaces(currency);
  const made =
    formats.get(currency) ??
    new Intl.NumberFormat('en', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    });
  formats.set(currency, made);
  return made;
};

/** An amount as the API has it, with its currency: `117.50 USD`. */
export const money = (amount: number | null | undefined, currency: string): string =>
  amount === null || amount === undefined
    ? '–'
    : `${moneyFormat(currency).format(amount).replace('-', '−')} ${currency}`;

const MOST_DECIMALS = 6;

/** A rate keeps the decimals that it has, and has those of its currency at least. */
const rateFigure = (value: number | null | undefined, currency: string | undefined): string => {
  if (value === null || value === undefined) return '–';
  const minimumFractionDigits = currency === undefined ? 2 : decimalPlaces(currency);
  const format = new Intl.NumberFormat('en', { minimumFractionDigits, maximumFractionDigits: MOST_DECIMALS });
  return format.format(value).replace('-', '−');
};

/** A rate with its currency, where one is known: `4.25 USD`. */
export const rate = (value: number | null | undefined, currency?: string): string =>
  typeof value === 'number' && currency ? `${rateFigure(value, currency)} ${currency}` : rateFigure(value, currency);

/** An amount of a claim, in the currency of its policy where one is known. */
export const claimed = (amount: number | null | undefined, currency: string | null): string =>
  currency === null ? rate(amount) : money(amount, currency);

/** Not 2026-13-01, and no text that only begins like a moment. */
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** What is a word of an enumeration there; a name in capitals elsewhere stays as it is. */
const ENUMERATIONS: ReadonlySet<string> = new Set([
  'action',
  'billingFrequency',
  'category',
  'confidence',
  'coverageType',
  'denialReason',
  'documentType',
  'flags',
  'outcome',
  'pricingSource',
  'reason',
  'scopeType',
  'status',
  'statusName',
  'treatment',
]);
const CODE = /^[A-Z][A-Z0-9_]+$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:\d{2})$/;

/** The value of a member of the interface as people write it: states in words, days and moments, yes and no. */
export const readable = (value: unknown, member: string): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  if (ENUMERATIONS.has(member) && CODE.test(text)) return words(text);
  if (DATE.test(text) && isTime(text)) return day(text);
  return INSTANT.test(text) && isTime(text) ? moment(text) : text;
};

/** `PAST_DUE` in words. */
export const words = (name: string): string => name.toLowerCase().replaceAll('_', ' ');

const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A text that does not turn what follows it in a line, though it is written from the right. */
export const isolated = (text: string): string => {
  const plain = text.replaceAll(BIDI_CONTROLS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
};

/** The same at the beginning of a line. */
export const sentence = (name: string): string => {
  const text = words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const LOCAL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const UTC = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A calendar day, which is the same everywhere. */
export const day = (text: string | null | undefined): string => (text ? DAY.format(Date.parse(`${text}T00:00Z`)) : '–');

/** The days from one to another; what both have in common stands once. */
export const days = (from: string, to: string): string =>
  DAY.formatRange(Date.parse(`${from}T00:00Z`), Date.parse(`${to}T00:00Z`));

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `2026-11` in words. */
export const monthName = (text: string): string => MONTH.format(Date.parse(`${text}-01T00:00Z`));

/** A moment, at the reader's place or in UTC, as the reader chose. */
export const moment = (text: string | null | undefined): string => {
  if (!text) return '–';
  return preferences().isUtc ? `${UTC.format(Date.parse(text))} UTC` : LOCAL.format(Date.parse(text));
};

/** From one rate to another, with the change in percent. */
export const rateChange = (before: number | null, after: number | null, currency?: string): string => {
  const change = before && after ? (100 * (after - before)) / before : 0;
  const percent = change === 0 ? '' : ` ${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)} %`;
  return `${rateFigure(before, currency)} → ${rate(after, currency)}${percent}`;
};

/** How many days it is to the first of the next month. */
export const daysToNextMonth = (now: string): number => {
  const at = new Date(now);
  const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
  return (first - today) / 86_400_000;
};
