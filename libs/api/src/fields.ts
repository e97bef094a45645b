import { isCurrency, isId, isStorable } from '@staycover/kernel';
import { z } from 'zod';

const KIBIBYTE = 1024;

const hasDecimals = (value: number, decimals: number): boolean => Number(value.toFixed(decimals)) === value;

/** Text of at most `max` characters; an empty one is allowed. */
export const text = (max: number) =>
  z.string().max(max).refine(isStorable, { error: 'must not contain NUL or unpaired surrogates' });

/** Text of 1 to `max` characters. */
export const requiredText = (max: number) => text(max).min(1);

/** Text of more than blanks. */
export const filledText = (max: number) =>
  requiredText(max)
    .refine((given) => given === '' || given.trim() !== '', { error: 'must not be blank' })
    .meta({ pattern: '\\S' });

/** Text of a response or an event: the longest that any member has. */
export const longText = z.string().max(16_384);

export const shortText = text(255);
export const name = requiredText(255);
export const description = requiredText(500);
export const notes = text(4000);

/** The name of a property; one of nothing but blanks is none: documents show the id then. */
export const propertyName = shortText.nullish().overwrite((given) => (given?.trim() === '' ? null : given));

export const uuid = z
  .uuid()
  .toLowerCase()
  .meta({ description: 'UUID', example: '01a182d4-4751-79ac-8d83-fcf043f9cadb' });

/** A UUID as this platform writes it; other ids are left alone. */
export const inSmallLetters = (id: string): string => (isId(id) ? id.toLowerCase() : id);

/** The id of a resource in a path, a UUID also in capitals; an invalid id is not found. */
export const idField = (resource: string) =>
  z
    .string()
    .max(16_384)
    .overwrite(inSmallLetters)
    .meta({ description: `Id of the ${resource}` });

/** The caller's own name of an organization; also the last token of every NATS subject. */
export const organizationId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 of the characters A-Z a-z 0-9 _ -' })
  .meta({ description: 'Organization, as the caller names it', example: 'acme-stays' });

/** Whether a date or moment lies between 1900 and 2999; what is none has faults of its own. */
const isWithinYears = (day: string): boolean => !/^\d{4}-/.test(day) || (day >= '1900' && day < '3000');

/** A day that exists in the calendar, `YYYY-MM-DD`, from 1900 to 2999. */
export const calendarDate = z.iso
  .date({ error: 'must be a calendar date, YYYY-MM-DD' })
  .refine(isWithinYears, {
    error: 'must lie between 1900-01-01 and 2999-12-31',
  })
  .meta({ description: 'Calendar date', example: '2026-11-01' });

/** The month in which nights are slept, `YYYY-MM`, in the years that calendar dates have. */
export const month = z
  .string()
  .regex(/^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/, { error: 'must be a month, YYYY-MM, from 1900-01 to 2999-12' })
  .meta({ description: 'Calendar month', example: '2026-11' });

/** A moment as this platform writes it: UTC with milliseconds. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'UTC timestamp', example: '2026-11-20T09:30:00.000Z' });

const rfc3339 = z.iso.datetime({ offset: true, error: 'must be an RFC 3339 timestamp' });
const RFC_3339 = { description: 'RFC 3339 timestamp', example: '2026-11-20T09:30:00Z' };

/** A moment as others may write it: RFC 3339 with any offset and precision. */
export const instant = rfc3339.meta(RFC_3339);

/** The same where an answer shows it: behind the year 9999 it would have another form there. */
export const shownInstant = rfc3339.refine(isWithinYears, { error: 'must lie between 1900 and 2999' }).meta(RFC_3339);

export const currency = z
  .string()
  .refine(isCurrency, { error: 'must be an ISO 4217 currency code in use' })
  .meta({ description: 'ISO 4217 code of a currency in use', pattern: '^[A-Z]{3}$', example: 'USD' });

/** Major units per night, month or stay: 0 to 999,999,999.9999 with at most four decimals. */
export const rate = z
  .number()
  .min(0)
  .max(999_999_999.9999)
  .refine((value) => hasDecimals(value, 4), { error: 'must have at most 4 decimals' })
  .meta({ description: 'Rate in major units, up to 4 decimals', example: 4.25 });

/** Major units: 0 to 99,999,999,999.9999; the services check the decimals of the currency. */
export const amount = z
  .number()
  .min(0)
  .max(99_999_999_999.9999)
  .refine((value) => hasDecimals(value, 4), { error: 'must have at most 4 decimals' })
  .meta({ description: 'Amount in major units, with no more decimals than its currency has', example: 2500 });

/** Major units in either direction: what takes something back is negative. */
export const signedAmount = z
  .number()
  .min(-99_999_999_999.9999)
  .max(99_999_999_999.9999)
  .refine((value) => hasDecimals(value, 4), { error: 'must have at most 4 decimals' });

/** An amount of a response in major units; credits are negative. */
export const money = z.number().meta({ description: 'Amount in major units with the decimals of the currency' });

/** An amount in minor units: 10^decimals of the currency make one major unit, not always 100. */
export const cents = z.int().meta({ description: 'Amount in minor units of the currency' });

const EMAIL =
  /^(?=.{1,64}@)([A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** An address with a local part of at most 64 characters (RFC 5321). */
export const email = z.email({ pattern: EMAIL }).max(255);

const URL_CHARACTER = "[A-Za-z0-9._~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2}";

const HOST = '([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+\\])';

/** An address as RFC 3986 writes it: ASCII, without credentials; other characters are percent-encoded. */
const webAddress = (scheme: 'https' | 'https?', error: string) =>
  z
    .string()
    .max(2048)
    .regex(new RegExp(`^${scheme}://${HOST}(:\\d{1,5})?([/?](${URL_CHARACTER})*)?(#(${URL_CHARACTER})*)?$`), { error })
    .refine(URL.canParse, { error })
    .meta({ format: 'uri' });
export const url = webAddress('https?', 'must be an http or https address');
export const httpsUrl = webAddress('https', 'must be an https address');

const jsonFault = (value: unknown, depth: number): string | undefined => {
  if (typeof value === 'string') return isStorable(value) ? undefined : 'must not contain NUL or unpaired surrogates';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'must not contain numbers out of range';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > 8) return 'must not be nested deeper than 8 levels';
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  return parts.map((part) => jsonFault(part, depth + 1)).find((fault) => fault !== undefined);
};

const fitsIn64KiB = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) <= 64 * KIBIBYTE;

/**
 * A whole number from `min` to `max`. Zod's own `int`, like its `max` of a list, would keep rules over several members
 * of the same object from running, and a caller is to learn every fault at once.
 */
export const integer = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .refine(Number.isSafeInteger, { error: 'must be a whole number' })
    .meta({ type: 'integer' });

const countMembers = (value: unknown): number =>
  typeof value === 'object' && value !== null ? (Array.isArray(value) ? value : Object.keys(value)).length : 0;

/** Looks at the size of a list or map before anything in it is validated: too long a one costs nothing. */
const sized = <S extends z.core.SomeType>(schema: S, max: number, noun: string) =>
  z.preprocess((value: z.core.input<S>, ctx) => {
    // Not the end of the object around it: its other members and rules are looked at, too.
    if (countMembers(value) > max)
      ctx.addIssue({ code: 'custom', message: `must not have more than ${max} ${noun}`, continue: true });
    return value;
  }, schema);

/** A list of `min` to `max` entries. */
export const list = <S extends z.core.SomeType>(entry: S, max: number, min = 0) =>
  sized(z.array(entry).min(min), max, 'entries').meta({ maxItems: max });

/** A list of an answer or an event of ours. */
export const longList = <S extends z.core.SomeType>(entry: S) => list(entry, 100_000);

/** A JSON object of at most `max` members. */
export const map = <K extends z.core.$ZodRecordKey, V extends z.core.SomeType>(key: K, value: V, max: number) =>
  sized(z.record(key, value), max, 'members').meta({ maxProperties: max });

/** A JSON object that is kept as given: at most 8 levels deep and 64 KiB long. */
export const jsonObject = z
  .record(z.string(), z.unknown())
  .superRefine((value, ctx) => {
    const fault = fitsIn64KiB(value) ? jsonFault(value, 1) : 'must not be longer than 64 KiB';
    if (fault) ctx.addIssue({ code: 'custom', message: fault });
  })
  .meta({ description: 'JSON object, kept as given' });

/** JSON objects that are kept as given, together at most 64 KiB long. */
export const jsonObjects = list(jsonObject, 500).refine(fitsIn64KiB, { error: 'must not be longer than 64 KiB' });

export const textList = list(name, 500);

/** An integer in a query or path, where every value arrives as text. */
export const integerParam = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    integer(min, max),
  );
