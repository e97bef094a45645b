import { describe, expect, test } from '@jest/globals';
import { unreachable } from '@staycover/kernel';
import { now, renewal } from '../testing/samples.ts';
import { abandon, complete, fail } from './answer.ts';
import { humanMoves, move } from './move.ts';
import { type RenewalStatus, renewalTransitions } from './renewal.ts';

const by = { actor: 'dana', now };
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
      FAILED: ['SCHEDULED'],
      COMPLETED: [],
      CANCELLED: [],
    });
  });

  test.each(moves)('a person moves from %s to %s', (from, to) => {
    const moved = () => move(renewal({ status: from }), { status: to }, by);
    if (from === to) expect(moved()).toBeUndefined();
    else if (humanMoves[from].includes(to))
      expect(moved()?.renewal).toMatchObject({ status: to, version: 2, lastModifiedBy: 'dana' });
    else
      expect(moved).toThrow(
        expect.objectContaining({ code: 'invalid-transition', extra: { from, to, allowed: humanMoves[from] } }),
      );
  });
});

describe('scheduling by a person', () => {
  test('approves what was to be reviewed', () => {
    const reviewed = renewal({
      status: 'MANUAL_REVIEW',
      reviewReasons: ['RATE_CHANGE'],
      approvedReasons: ['INVOICE_UNPAID'],
    });
    expect(move(reviewed, { status: 'SCHEDULED' }, by)).toMatchObject({
      event: { type: 'scheduled' },
      renewal: {
        reviewReasons: [],
        approvedReasons: ['INVOICE_UNPAID', 'RATE_CHANGE'],
        newRate: 42_500n,
        rateReason: 'UNCHANGED',
      },
    });
  });

  test('with a rate makes the adjustment manual', () => {
    const decided = move(renewal({ status: 'MANUAL_REVIEW' }), { status: 'SCHEDULED', newRate: 44_000n }, by)!.renewal;
    expect(decided).toMatchObject({ newRate: 44_000n, rateReason: 'MANUAL', approvedReasons: ['RATE_CHANGE'] });
    expect(move(decided, { status: 'SCHEDULED', newRate: 44_000n }, by)).toBeUndefined();
    expect(move(decided, { status: 'SCHEDULED', newRate: 45_000n }, by)?.renewal.newRate).toBe(45_000n);
  });

  test('after a failure forgets the failure', () => {
    const failed = renewal({
      status: 'FAILED',
      failureReason: 'no',
      processedAt: now,
      processedBy: 'renewal-job',
      runId: 'j1',
    });
    expect(move(failed, { status: 'SCHEDULED' }, by)?.renewal).toMatchObject({
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
    const completed = complete(asked, by)!;
    expect(completed).toMatchObject({
      event: { type: 'completed' },
      renewal: { status: 'COMPLETED', processedAt: now, processedBy: 'dana' },
    });
    expect(complete(completed.renewal, by)).toBeUndefined();
    expect(fail(completed.renewal, 'late', by)).toBeUndefined();
  });

  test('tells the rate that stayed, which may have changed since the renewal was made', () => {
    expect(complete(asked, by, 47_500n)?.renewal).toMatchObject({ previousRate: 47_500n, newRate: 47_500n });
    const moved = { ...asked, newRate: 45_000n, rateReason: 'RATE_TABLE' } as const;
    expect(complete(moved, by, 47_500n)?.renewal).toMatchObject({ newRate: 45_000n });
  });

  test('fails it with the reason', () => {
    expect(fail(asked, 'The policy is CANCELLED.', by)?.renewal).toMatchObject({
      status: 'FAILED',
      failureReason: 'The policy is CANCELLED.',
      processedAt: now,
    });
  });

  test.each(['SCHEDULED', 'FAILED', 'CANCELLED', 'MANUAL_REVIEW'] as const)(
    'a new term is a fact also when it is %s',
    (status) => {
      expect(complete(renewal({ status, failureReason: 'no' }), by)?.renewal).toMatchObject({
        status: 'COMPLETED',
        failureReason: null,
      });
      expect(fail(renewal({ status }), 'no', by)).toBeUndefined();
    },
  );
});

test.each(states)('a policy that ends for good cancels a renewal that is %s only if it is open', (status) => {
  const isOpen = status === 'SCHEDULED' || status === 'MANUAL_REVIEW';
  expect(abandon(renewal({ status }), by)?.renewal.status).toBe(isOpen ? 'CANCELLED' : undefined);
});
