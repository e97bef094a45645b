import { describe, expect, it, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { z } from 'zod';
import * as fields from './fields.ts';

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;
const holds = { failed: false, counterexample: null };
const nested = (levels: number): object => (levels === 1 ? {} : { inner: nested(levels - 1) });

describe('an organization id', () => {
  it('is 1 to 64 letters, digits, hyphens and underscores', () => {
    const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    expect(fc.check(fc.property(ids, (id) => accepts(fields.organizationId, id)))).toMatchObject(holds);
  });

  it('never holds anything that means something in a subject', () => {
    const unsafe = fc.constantFrom('.', '*', '>', ' ', '\r\n', '/', '\0', 'é');
    const ids = fc.tuple(fc.string(), unsafe, fc.string()).map((parts) => parts.join(''));
    const refused = fc.property(ids, (id) => !accepts(fields.organizationId, id));
    expect(fc.check(refused)).toMatchObject(holds);
  });
});

test.each([
  ['Beach House', 'Beach House'],
  [' Beach House', ' Beach House'],
  ['', null],
  [' \u00a0', null],
  [null, null],
  [undefined, undefined],
])('the name %j of a property is %j', (given, name) => expect(fields.propertyName.parse(given)).toBe(name));

describe('a calendar date', () => {
  const days = fc.integer({ min: 0, max: 365_000 }).map((n) => Temporal.PlainDate.from('1900-01-01').add({ days: n }));

  it('is any day from 1900 to 2999', () => {
    expect(fc.check(fc.property(days, (day) => accepts(fields.calendarDate, day.toString())))).toMatchObject(holds);
  });

  it.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-1-1', '1899-12-31', '3000-01-01', '20261101', '', 20261101])(
    'is not %p',
    (date) => expect(accepts(fields.calendarDate, date)).toBe(false),
  );
});

describe('a rate', () => {
  it('has at most four decimals', () => {
    const rates = fc.integer({ min: 0, max: 9_999_999_999_999 }).map((n) => Number(`${n}e-4`));
    expect(fc.check(fc.property(rates, (rate) => accepts(fields.rate, rate)))).toMatchObject(holds);
  });

  it.each([-0.01, 0.12345, 1_000_000_000, Number.NaN, Number.POSITIVE_INFINITY, '4.25', null])('is not %p', (rate) =>
    expect(accepts(fields.rate, rate)).toBe(false),
  );
});

describe('an amount', () => {
  it('may be 99,999,999,999.9999 and no more', () => {
    expect(accepts(fields.amount, 99_999_999_999.9999)).toBe(true);
    expect(accepts(fields.amount, 100_000_000_000)).toBe(false);
  });
});

describe('text', () => {
  it.each([
    ['longer than allowed', 'x'.repeat(256)],
    ['with NUL', 'a\0b'],
    ['with an unpaired surrogate', 'a\ud800b'],
  ])('%s is refused', (_case, value) => expect(accepts(fields.shortText, value)).toBe(false));
});

describe('a JSON object', () => {
  it.each([
    ['an empty one', {}, true],
    ['eight levels', nested(8), true],
    ['nine levels', nested(9), false],
    ['64 KiB', { a: 'x'.repeat(64 * 1024 - 8) }, true],
    ['more than 64 KiB', { a: 'x'.repeat(64 * 1024 - 7) }, false],
    ['NUL in a key', { 'a\0': 1 }, false],
    ['an unpaired surrogate deep inside', { a: [{ b: '\udfff' }] }, false],
    ['a number that JSON cannot print', { a: Number.POSITIVE_INFINITY }, false],
    ['a list', [], false],
    ['text', '{}', false],
  ])('%s', (_case, value, accepted) => expect(accepts(fields.jsonObject, value)).toBe(accepted));

  it('comes out as it went in', () => {
    const objects = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 3 }));
    const kept = fc.property(objects, (object) => {
      const parsed = fields.jsonObject.safeParse(object);
      return !parsed.success || JSON.stringify(parsed.data) === JSON.stringify(object);
    });
    expect(fc.check(kept)).toMatchObject(holds);
  });
});

describe('other formats', () => {
  it.each([
    [fields.currency, 'USD', true],
    [fields.currency, 'usd', false],
    [fields.currency, 'ZZZ', false],
    [fields.currency, 'HRK', false],
    [fields.currency, 'XAU', false],
    [fields.currency, 'CLF', false],
    [fields.currency, 'SLE', true],
    [fields.month, '2026-11', true],
    [fields.month, '2026-13', false],
    [fields.month, '1900-01', true],
    [fields.month, '2999-12', true],
    [fields.month, '0000-01', false],
    [fields.month, '1899-12', false],
    [fields.month, '3000-01', false],
    [fields.month, '9999-12', false],
    [fields.timestamp, '2026-11-20T09:30:00.000Z', true],
    [fields.timestamp, '2026-11-20T09:30:00Z', false],
    [fields.instant, '2026-11-20T10:30:00+01:00', true],
    [fields.instant, '2026-11-20', false],
    [fields.url, 'http://example.com/a', true],
    [fields.url, 'https://[2606:4700:4700::1111]:8443/a', true],
    [fields.url, 'https://[::ffff:1.1.1.1]', true],
    [fields.url, 'https://[1:2]/', false],
    [fields.url, 'https://[fe80::1%25eth0]/', false],
    [fields.url, 'https://2606:4700:4700::1111/', false],
    [fields.url, 'https://example.com:65536/', false],
    [fields.url, 'javascript:alert(1)', false],
    [fields.httpsUrl, 'https://example.com/a', true],
    [fields.httpsUrl, 'http://example.com/a', false],
    [fields.httpsUrl, 'https:example.com', false],
    [fields.integerParam(0, 365), '365', true],
    [fields.integerParam(0, 365), '366', false],
    [fields.integerParam(0, 365), '-1', false],
    [fields.integerParam(0, 365), '1.5', false],
    [fields.integerParam(0, 365), '', false],
    [fields.integerParam(0, 365), ['1', '2'], false],
  ])('case %#: %p is accepted: %p', (schema: z.ZodType, value, accepted) => {
    expect(accepts(schema, value)).toBe(accepted);
  });
});
