import { describe, expect, test } from '@jest/globals';
import { unchanged } from '@staycover/kernel';
import { newTerms, type Policy } from './policy.ts';
import { decideRenewal, flagManualReview, type RenewalRequest, stampNotice } from './renewal.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const instant = (text: string) => Temporal.Instant.from(text);
const sentAt = instant('2027-09-01T02:00:03Z');

const policy = (changes: Partial<Policy> = {}) =>
  ({
    ...newTerms(
      { termStart: date('2026-11-01'), termEnd: date('2027-10-31'), ratePerNight: 42_500n },
      date('2026-11-01'),
    ),
    status: 'ACTIVE',
    coverageEndsOn: null,
    renewalCount: 0,
    renewalNotice60SentAt: sentAt,
    renewalNotice30SentAt: null,
    renewalNotice7SentAt: null,
    renewalManualReviewFlaggedAt: null,
    ...changes,
  }) as Policy;

const request = (changes: Partial<RenewalRequest> = {}): RenewalRequest => ({
  renewalId: 'r1',
  expectedTermEnd: date('2027-10-31'),
  newTermStart: date('2027-11-01'),
  newTermEnd: date('2028-10-31'),
  newRate: 45_000n,
  ...changes,
});

describe('a request to renew', () => {
  test('gives the policy its next term, rate and a clean sheet', () => {
    expect(decideRenewal(policy(), request())).toMatchObject({
      outcome: 'renewed',
      decision: {
        state: {
          status: 'ACTIVE',
          termStart: date('2027-11-01'),
          termEnd: date('2028-10-31'),
          ratePerNight: 45_000n,
          renewalCount: 1,
          currentRenewalId: 'r1',
          renewalNotice60SentAt: null,
        },
      },
    });
  });

  test.each<[string, Partial<Policy>, Partial<Policy>]>([
    [
      'an expired policy becomes active',
      { status: 'EXPIRED', coverageEndsOn: date('2027-10-01') },
      { status: 'ACTIVE', coverageEndsOn: null },
    ],
    ['a suspended one stays suspended', { status: 'SUSPENDED' }, { status: 'SUSPENDED' }],
  ])('%s', (_name, before, after) => {
    expect(decideRenewal(policy(before), request())).toMatchObject({ outcome: 'renewed', decision: { state: after } });
  });

  test('without a new rate keeps the rate', () => {
    expect(decideRenewal(policy(), request({ newRate: null }))).toMatchObject({
      decision: { state: { ratePerNight: 42_500n } },
    });
  });

  test.each<[string, Partial<Policy>, Partial<RenewalRequest>, string]>([
    ['pending', { status: 'PENDING' }, {}, 'The policy is PENDING.'],
    ['cancelled', { status: 'CANCELLED' }, {}, 'The policy is CANCELLED.'],
    ['superseded', { status: 'SUPERSEDED' }, {}, 'The policy is SUPERSEDED.'],
    ['no more to renew', { autoRenew: false }, {}, 'The policy is not to renew any more.'],
    ['in another term', {}, { expectedTermEnd: date('2027-09-30') }, 'The term ends on 2027-10-31, not on 2027-09-30.'],
    ['asked for a gap', {}, { newTermStart: date('2027-11-02') }, 'The new term must start the day after 2027-10-31.'],
    ['asked for no term', {}, { newTermEnd: date('2027-10-31') }, 'The new term would end before it starts.'],
    [
      'to cost less than its loss fund',
      { lossFundRatePerNight: 50_000n },
      {},
      'The loss-fund rate would be above the new rate.',
    ],
  ])('is rejected when the policy is %s', (_name, before, asked, reason) => {
    expect(decideRenewal(policy(before), request(asked))).toEqual({ outcome: 'rejected', reason });
  });
});

describe('on the way to a renewal', () => {
  const later = instant('2027-10-02T02:00:00Z');

  test('each notice is stamped once', () => {
    const noticed = stampNotice(policy(), 30, date('2027-10-31'), later).state;
    expect(noticed.renewalNotice30SentAt).toEqual(later);
    expect(stampNotice(noticed, 60, date('2027-10-31'), later).state.renewalNotice60SentAt).toEqual(sentAt);
  });

  test.each<[string, Partial<Policy>, string]>([
    ['an earlier term', {}, '2026-10-31'],
    ['a final policy', { status: 'CANCELLED' }, '2027-10-31'],
  ])('what concerns %s changes nothing', (_name, before, termEnd) => {
    expect(stampNotice(policy(before), 7, date(termEnd), later)).toEqual(unchanged(policy(before)));
    expect(flagManualReview(policy(before), date(termEnd), later)).toEqual(unchanged(policy(before)));
  });

  test('the latest flag for review stays', () => {
    const flagged = flagManualReview(policy(), date('2027-10-31'), later).state;
    expect(flagged.renewalManualReviewFlaggedAt).toEqual(later);
    expect(flagManualReview(flagged, date('2027-10-31'), sentAt).state.renewalManualReviewFlaggedAt).toEqual(later);
  });
});
