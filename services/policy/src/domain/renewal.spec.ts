import { describe, expect, test } from '@jest/globals';
import { unchanged } from '@staycover/kernel';
import { date, on, pendingPolicy } from '../testing/policies-in-time.ts';
import { type Endorsement, endorse } from './endorse.ts';
import { bind } from './move-status.ts';
import type { Policy } from './policy.ts';
import { flagManualReview, showRejected, stampNotice } from './renewal.ts';

const instant = Temporal.Instant.from;
const sentAt = instant('2027-09-01T02:00:00Z');
const active = (changes: Partial<Policy> = {}) =>
  pendingPolicy({ status: 'ACTIVE', renewalNotice60SentAt: sentAt, ...changes });

describe('on the way to a renewal', () => {
  const later = instant('2027-10-02T02:00:00Z');
  const due = (notice: 60 | 30 | 7) => ({ notice, dueAt: later });

  test('each notice is stamped once', () => {
    const noticed = stampNotice(active(), due(30), date('2027-10-31')).state;
    expect(noticed.renewalNotice30SentAt).toEqual(later);
    expect(stampNotice(noticed, due(60), date('2027-10-31')).state.renewalNotice60SentAt).toEqual(sentAt);
  });

  test.each<[string, Partial<Policy>, string]>([
    ['an earlier term', {}, '2026-10-31'],
    ['a final policy', { status: 'CANCELLED' }, '2027-10-31'],
  ])('what concerns %s changes nothing', (_name, before, termEnd) => {
    expect(stampNotice(active(before), due(7), date(termEnd))).toEqual(unchanged(active(before)));
    expect(flagManualReview(active(before), date(termEnd), later)).toEqual(unchanged(active(before)));
  });

  test('a rejected request leaves its renewal and the notice that became due with it', () => {
    const request = { noticeDue: due(7), expectedTermEnd: date('2027-10-31') };
    expect(showRejected(active(), 'r', request).state).toMatchObject({
      currentRenewalId: 'r',
      renewalNotice7SentAt: later,
    });
    const earlier = { ...request, expectedTermEnd: date('2026-10-31') };
    expect(showRejected(active(), 'r', earlier).state.renewalNotice7SentAt).toBeNull();
  });

  test('the latest flag for review stays', () => {
    const flagged = flagManualReview(active(), date('2027-10-31'), later).state;
    expect(flagged.renewalManualReviewFlaggedAt).toEqual(later);
    expect(flagManualReview(flagged, date('2027-10-31'), sentAt).state.renewalManualReviewFlaggedAt).toEqual(later);
  });
});

describe('another end of the term', () => {
  const stamps = { renewalNotice60SentAt: sentAt, renewalNotice7SentAt: sentAt, renewalManualReviewFlaggedAt: sentAt };
  const noticed = bind(pendingPolicy(), on(date('2027-10-26'))).state;
  const put = (changes: Endorsement) =>
    endorse({ ...noticed, ...stamps }, [], changes, [], on(date('2027-10-26'))).state;

  test('has notices and reviews of its own', () => {
    expect(put({ terms: { termEnd: date('2028-10-31') } })).toMatchObject({
      termEnd: date('2028-10-31'),
      renewalNotice60SentAt: null,
      renewalNotice7SentAt: null,
      renewalManualReviewFlaggedAt: null,
    });
  });

  test('is none for what leaves the end as it is', () => {
    expect(put({ terms: { termEnd: noticed.termEnd, autoRenew: false } })).toMatchObject({
      autoRenew: false,
      ...stamps,
    });
  });
});
