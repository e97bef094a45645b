import { expect, test } from '@jest/globals';
import {
  canBeWithdrawn,
  changeWords,
  fromTo,
  isAhead,
  isOvertaken,
  newsIn,
  nextChange,
  withdrawalWords,
} from './changes.ts';
import { moment } from './format.ts';

const changed = (before: unknown, after: unknown, member = 'coverage') =>
  fromTo({ member, before, after } as Parameters<typeof fromTo>[0], 'CHANGED');

test.each<[unknown, unknown, string]>([
  [null, 5, 'coverage: none → 5'],
  ['2026-12-01', '2026-12-02', 'coverage: 1 Dec 2026 → 2 Dec 2026'],
  [{ deductible: 250, minimumClaim: null, endorsements: [] }, {}, 'coverage: deductible 250 → none'],
  [null, { contentsCoverage: 5000, deductible: 0 }, 'coverage: none → contents coverage 5000, deductible 0'],
  [['FL', 'GA'], [{ name: 'a' }, { name: 'b' }], 'coverage: FL; GA → name a; name b'],
  [false, true, 'coverage: no → yes'],
])('%j to %j', (before, after, words) => {
  expect(changed(before, after)).toBe(words);
});

test.each([
  ['billingFrequency', [], 'MONTHLY', 'billing frequency: none → monthly'],
  ['status', 'SENT', 'PAST_DUE', 'status: sent → past due'],
  ['signatoryName', 'Dana', 'DANA', 'signatory name: Dana → DANA'],
  ['elections', [], [{ action: 'INCLUDE', name: 'VILLA' }], 'elections: none → action include, name VILLA'],
])('%s from %j to %j', (member, before, after, words) => {
  expect(changed(before, after, member)).toBe(words);
});

test.each([
  ['CANCEL', 'NON_PAYMENT', 'because: non payment'],
  ['CORRECTION', 'Offer ACME_2026-11 by Dana', 'because: Offer ACME_2026-11 by Dana'],
  ['CORRECTION', 'ACME', 'because: ACME'],
])('the reason of a %s, %s', (kind, reason, line) => {
  const change = { kind, reason, status: null, members: {}, addedRates: [], note: null } as unknown;
  expect(changeWords(change as Parameters<typeof changeWords>[0])).toEqual([line]);
});

test('what is long is cut', () => {
  expect(changed(null, 'x'.repeat(1_000)).length).toBeLessThan(250);
});

const payout = (id: string, amount: number) => ({
  id,
  amount,
  payee: 'Dana Reyes of Beach House',
  note: 'x'.repeat(60),
});
const inText = (id: string, amount: number) =>
  `id ${id}, amount ${amount}, payee Dana Reyes of Beach House, note ${'x'.repeat(60)}`;
const two = [payout('a', 60), payout('b', -60)];

test.each([
  ['another item', two, [...two, payout('c', 100)], `… → …; ${inText('c', 100)}`],
  ['an item less', two, [payout('b', -60)], `…; ${inText('a', 60)} → …`],
  ['a new beginning', null, [payout('c', 100)], `none → ${inText('c', 100)}`],
  [
    'another amount',
    { ...payout('a', 60), more: 'y'.repeat(200) },
    { ...payout('a', 70), more: 'y'.repeat(200) },
    '…, amount 60 → …, amount 70',
  ],
])('in what is long, %s is seen', (_which, before, after, words) => {
  expect(changed(before, after)).toBe(`coverage: ${words}`);
});

test.each<['ADDED' | 'CHANGED', unknown, unknown, number]>([
  ['CHANGED', null, { limit: null, parts: [] }, 0],
  ['CHANGED', 5, null, 1],
  ['CHANGED', null, 0, 1],
  ['ADDED', undefined, null, 0],
  ['ADDED', undefined, false, 1],
])('%s from %j to %j is a change in words: %i', (kind, before, after, count) => {
  const entry = { kind, changes: [{ member: 'cover', before, after }] } as Parameters<typeof newsIn>[0];
  expect(newsIn(entry)).toHaveLength(count);
});

test('what is long and written from the right does not turn what follows it', () => {
  expect(changed('\u05d0'.repeat(1_000), 5)).toMatch(/^coverage: \u2068\u05d0+…\u2069 → 5$/);
});

test.each([
  ['ACTIVE', '2027-03-01'],
  ['SUSPENDED', '2027-03-01'],
  ['CANCELLED', null],
  ['SUPERSEDED', null],
] as const)('the next change of a policy that is %s', (status, expected) => {
  const policy = { status, nextChangeOn: '2027-03-01' };
  const change = { withdrawnAt: null, effectiveFrom: '2027-03-02' } as Parameters<typeof isAhead>[0];
  expect(nextChange(policy)).toBe(expected);
  expect(isAhead(change, policy)).toBe(expected !== null);
});

test.each([
  ['CHANGE', true],
  ['SUSPEND', true],
  ['RESUME', true],
  ['CANCEL', true],
  ['EXPIRE', true],
  ['ISSUE', false],
  ['RENEW', false],
  ['SUPERSEDE', false],
] as const)('given a change to come that is a %s, whether it can be withdrawn: %s', (kind, expected) => {
  const policy = { status: 'ACTIVE', nextChangeOn: '2027-03-01' } as const;
  const change = { kind, withdrawnAt: null, effectiveFrom: '2027-03-01' } as Parameters<typeof canBeWithdrawn>[0];
  expect(canBeWithdrawn(change, policy)).toBe(expected);
  expect(canBeWithdrawn({ ...change, withdrawnAt: '2027-01-01T00:00:00Z' }, policy)).toBe(false);
});

const withdrawnAt = '2027-01-01T09:00:00Z';

test.each([
  ['stands', { withdrawnAt: null, withdrawnBy: null }, null],
  ['erin withdrew', { withdrawnAt, withdrawnBy: 'erin' }, `Withdrawn ${moment(withdrawnAt)} by erin`],
  ['an earlier release withdrew', { withdrawnAt, withdrawnBy: null }, `Withdrawn ${moment(withdrawnAt)}`],
  ['an earlier release shows', { withdrawnAt } as never, `Withdrawn ${moment(withdrawnAt)}`],
])('how a change that %s was withdrawn', (_which, change, expected) => {
  expect(withdrawalWords(change)).toBe(expected);
});

test.each([
  ['a later day', '2026-12-05', null, true],
  ['its day', '2026-11-30', null, false],
  ['an earlier day', '2026-11-29', null, false],
  ['a later day that was withdrawn', '2026-12-05', withdrawnAt, false],
])('a cancellation overtakes a change of %s', (_which, effectiveFrom, withdrawn, expected) => {
  const cancellation = { effectiveDate: '2026-11-30', reason: null, note: null };
  expect(isOvertaken({ effectiveFrom, withdrawnAt: withdrawn }, { cancellation })).toBe(expected);
  expect(isOvertaken({ effectiveFrom, withdrawnAt: withdrawn }, { cancellation: null })).toBe(false);
});
