import { describe, expect, test } from '@jest/globals';
import { unreachable } from '@staycover/kernel';
import { now, renewal } from '../testing/samples.ts';
import { cancelWithPolicy, complete, fail, reinstate } from './answer.ts';
import { humanMoves, move } from './move.ts';
import { type Renewal, type RenewalStatus, renewalTransitions } from './renewal.ts';

const when = { now };
const same = (of: Renewal) => ({ state: of, events: [] });
const states = Object.keys(renewalTransitions) as RenewalStatus[];
const moves = states.flatMap((from) => states.map((to) => [from, to] as const));

describe('the states of a renewal', () => {
  test('are all reached from SCHEDULED', () => {
    expect(unreachable(renewalTransitions, 'SCHEDULED')).toEqual([]);
  });

  test('leave these moves to persons', () => {
    expect(humanMoves).toEqual({
      SCHEDULED: ['MANUAL_REVIEW', 'CANCELLED'],
      PROCESSING: [],
      MANUAL_REVIEW: ['SCHEDULED', 'CANCELLED'],
      FAILED: ['SCHEDULED', 'CANCELLED'],
      COMPLETED: [],
      CANCELLED: ['SCHEDULED'],
    });
  });

  test.each(moves)('a person moves from %s to %s', (from, to) => {
    const before = renewal({ status: from });
    const moved = () => move(before, { status: to });
    if (from === to) expect(moved()).toEqual(same(before));
    else if (humanMoves[from].includes(to)) expect(moved().state).toMatchObject({ status: to });
    else
      expect(moved).toThrow(
        expect.objectContaining({ code: 'invalid-transition', extra: { from, to, allowed: humanMoves[from] } }),
      );
  });
});

describe('a person declines', () => {
  test('a renewal that was cancelled with its policy: it stays so when the policy is to go on after all', () => {
    const cancelled = cancelWithPolicy(renewal()).state;
    const declined = move(cancelled, { status: 'CANCELLED' });
    expect(declined.events).toMatchObject([{ type: 'cancelled' }]);
    const policy = { termEnd: declined.state.previousTermEnd };
    expect(reinstate(cancelled, policy).state.status).toBe('SCHEDULED');
    expect(reinstate(declined.state, policy).state.status).toBe('CANCELLED');
    expect(move(declined.state, { status: 'CANCELLED' })).toEqual(same(declined.state));
  });
});

test('a renewal that ended with its policy is taken up again only for the same term, with the review that a person asked for', () => {
  const reviewed = renewal({ status: 'MANUAL_REVIEW', reviewReasons: ['RATE_CHANGE', 'REQUESTED'] });
  const cancelled = cancelWithPolicy(reviewed).state;
  expect(reinstate(cancelled, { termEnd: cancelled.newTermEnd })).toEqual(same(cancelled));
  expect(reinstate(cancelled, { termEnd: cancelled.previousTermEnd }).state).toMatchObject({
    status: 'SCHEDULED',
    reviewReasons: ['REQUESTED'],
    cancelledWithPolicy: false,
  });
});

describe('scheduling by a person', () => {
  test('approves a renewal in review', () => {
    const reviewed = renewal({
      status: 'MANUAL_REVIEW',
      reviewReasons: ['RATE_CHANGE'],
      approvedReasons: ['INVOICE_UNPAID'],
    });
    expect(move(reviewed, { status: 'SCHEDULED' })).toMatchObject({
      events: [{ type: 'scheduled' }],
      state: {
        reviewReasons: [],
        approvedReasons: ['INVOICE_UNPAID', 'RATE_CHANGE'],
        newRate: 42_500n,
        rateReason: 'UNCHANGED',
      },
    });
  });

  test.each([
    [
      'below what the loss fund gets of it is refused',
      10_999n,
      11_000n,
      '/newRate must be at least 1.1, the loss-fund rate',
    ],
    ['of as much is taken', 11_000n, 11_000n, null],
    ['is taken where the loss fund is not known', 1n, null, null],
  ])('with a rate %s', (_what, newRate, lossFund, refusal) => {
    const scheduling = () => move(renewal({ status: 'FAILED' }), { status: 'SCHEDULED', newRate }, { lossFund });
    if (refusal) expect(scheduling).toThrow(refusal);
    else expect(scheduling().state.newRate).toBe(newRate);
  });

  test.each(['FAILED', 'CANCELLED'] as const)('of a renewal that is %s approves what holds now', (status) => {
    const ended = renewal({ status, approvedReasons: ['RATE_CHANGE'] });
    const scheduled = (newRate?: bigint) =>
      move(ended, { status: 'SCHEDULED', newRate }, { holding: ['POLICY_SUSPENDED'] }).state.approvedReasons;
    expect(scheduled()).toEqual(['RATE_CHANGE', 'POLICY_SUSPENDED']);
    expect(scheduled(44_000n)).toEqual(['RATE_CHANGE', 'POLICY_SUSPENDED']);
  });

  test('of a renewal in review approves what was reviewed: what holds beside that may be over when it is due', () => {
    const reviewed = renewal({ status: 'MANUAL_REVIEW', reviewReasons: ['RATE_CHANGE'] });
    const { state } = move(reviewed, { status: 'SCHEDULED' }, { holding: ['POLICY_SUSPENDED'] });
    expect(state.approvedReasons).toEqual(['RATE_CHANGE']);
  });

  test('with a rate makes the adjustment manual', () => {
    const decided = move(renewal({ status: 'MANUAL_REVIEW' }), { status: 'SCHEDULED', newRate: 44_000n }).state;
    expect(decided).toMatchObject({ newRate: 44_000n, rateReason: 'MANUAL', approvedReasons: ['RATE_CHANGE'] });
    expect(move(decided, { status: 'SCHEDULED', newRate: 44_000n })).toEqual(same(decided));
    expect(move(decided, { status: 'SCHEDULED', newRate: 45_000n }).state.newRate).toBe(45_000n);
  });

  test('after a failure forgets the failure', () => {
    const failed = renewal({
      status: 'FAILED',
      failureReason: 'no',
      processedAt: now,
      processedBy: 'renewal-job',
      runId: 'j1',
    });
    expect(move(failed, { status: 'SCHEDULED' }).state).toMatchObject({
      status: 'SCHEDULED',
      failureReason: null,
      processedAt: null,
      processedBy: null,
      runId: null,
    });
  });
});

describe('an answer of the policy service', () => {
  const asked = renewal({ status: 'PROCESSING', requestedAt: now, requestedBy: 'dana' });

  test('completes a renewal once', () => {
    const completed = complete(asked, when);
    expect(completed).toMatchObject({
      events: [{ type: 'completed' }],
      state: { status: 'COMPLETED', processedAt: now, processedBy: 'dana' },
    });
    expect(complete(completed.state, when)).toEqual(same(completed.state));
    expect(fail(completed.state, 'late', when)).toEqual(same(completed.state));
  });

  test('publishes the kept rate, which may have changed since the renewal was created', () => {
    expect(complete(asked, when, 47_500n).state).toMatchObject({ previousRate: 47_500n, newRate: 47_500n });
    const moved = { ...asked, newRate: 45_000n, rateReason: 'RATE_TABLE' } as const;
    expect(complete(moved, when, 47_500n).state).toMatchObject({ newRate: 45_000n });
  });

  test('publishes the kept rate on the first day of the new term, too', () => {
    const first = { now: now.add({ hours: 24 }) };
    expect(complete(asked, first, 47_500n).state).toMatchObject({ previousRate: 47_500n, newRate: 47_500n });
  });

  test('leaves the rates of a renewal that was late, for the policy shows those of today', () => {
    const late = { now: now.add({ hours: 48 }) };
    expect(complete(asked, late, 47_500n).state).toMatchObject({ previousRate: 42_500n, newRate: 42_500n });
  });

  test('fails it with the reason', () => {
    expect(fail(asked, 'The policy is CANCELLED.', when).state).toMatchObject({
      status: 'FAILED',
      failureReason: 'The policy is CANCELLED.',
      processedAt: now,
    });
  });

  test.each(['SCHEDULED', 'FAILED', 'CANCELLED', 'MANUAL_REVIEW'] as const)(
    'a new term is a fact also when it is %s',
    (status) => {
      expect(complete(renewal({ status, failureReason: 'no' }), when).state).toMatchObject({
        status: 'COMPLETED',
        failureReason: null,
      });
      const other = renewal({ status });
      expect(fail(other, 'no', when)).toEqual(same(other));
    },
  );
});

test.each(states)(
  'a policy that is not to go on cancels a renewal that is %s only if it is open or has failed',
  (status) => {
    const ends = ['SCHEDULED', 'MANUAL_REVIEW', 'FAILED'].includes(status);
    const { state, events } = cancelWithPolicy(renewal({ status }));
    expect([state.status, events.length]).toEqual(ends ? ['CANCELLED', 1] : [status, 0]);
  },
);
