import { describe, expect, test } from '@jest/globals';
import { date, now, policy, renewal, rules } from '../testing/samples.ts';
import { noCircumstances } from './circumstances.ts';
import { decideRenewal, type Situation } from './decide.ts';
import { move } from './move.ts';
import { type ReviewReason, renewalJob } from './renewal.ts';

/** The decision for this situation on the last day of the term. */
const decide = (given: Partial<Situation> = {}) => {
  const situation: Situation = {
    policy: policy(),
    renewal: renewal(),
    ...noCircumstances,
    asOf: date('2027-10-31'),
    rules: rules(),
    context: { actor: renewalJob, now, newId: () => 'r1' },
    runId: 'j1',
    ...given,
  };
  const { steps, outcome } = decideRenewal(situation);
  const events = steps.flatMap((step) => step.events);
  return {
    events: events.map(({ type }) => type),
    reasons: events.flatMap((event) => (event.type === 'manual-review' ? [event.reasons] : [])),
    last: steps.at(-1)?.state,
    outcome,
    steps,
  };
};

const active = { status: 'ACTIVE', endsOn: null, renewalTermMonths: 12 } as const;
const suspendedContract = { ...active, status: 'SUSPENDED' } as const;
const expired = { ...active, status: 'EXPIRED' } as const;
const terminated = { ...active, status: 'TERMINATED' } as const;
const ending = { ...active, endsOn: date('2027-10-31') };
const notActive = 'The contract of the policy is SUSPENDED, EXPIRED or TERMINATED, or ends with the term.';
const dearer = { rateTable: [{ version: 1, planId: null, effectiveFrom: date('2027-11-01'), ratePerNight: 50_000n }] };

describe('60 days before the end of the term', () => {
  const asOf = date('2027-09-01');

  test('a renewal is scheduled and the first notice goes out', () => {
    const { events, last, outcome, steps } = decide({ renewal: undefined, asOf });
    expect(events).toEqual(['scheduled', 'notice-due']);
    expect(steps).toHaveLength(2);
    expect(outcome).toBe('early');
    expect(last).toMatchObject({
      status: 'SCHEDULED',
      noticesSent: [60],
      newTermStart: date('2027-11-01'),
      newTermEnd: date('2028-10-31'),
    });
  });

  test('a rate that moves by more than 10 percent is flagged at once', () => {
    const { events, last, reasons } = decide({ renewal: undefined, asOf, policy: policy(dearer) });
    expect(events).toEqual(['scheduled', 'manual-review', 'notice-due']);
    expect(reasons).toEqual([['The rate moves by 17.65 %.']]);
    expect(last).toMatchObject({ status: 'MANUAL_REVIEW', reviewReasons: ['RATE_CHANGE'], rateReason: 'RATE_TABLE' });
  });

  test.each([
    ['a suspended policy', { policy: policy({ status: 'SUSPENDED' }) }],
    ['an unpaid invoice', { unpaid: true }],
    ['a suspended contract', { contract: suspendedContract }],
  ])('%s is not a matter yet', (_name, given) => {
    expect(decide({ renewal: renewal(), asOf, ...given }).events).toEqual([]);
  });

  test('each notice is noted beside those before it', () => {
    const sent = renewal({ noticesSent: [60] });
    expect(decide({ renewal: sent, asOf: date('2027-10-01') }).last).toMatchObject({ noticesSent: [60, 30] });
  });

  test('a second look changes nothing', () => {
    expect(decide({ asOf }).steps).toEqual([]);
  });

  test('a rate table that changes moves the scheduled rate', () => {
    const cheaper = { rateTable: [{ ...dearer.rateTable[0]!, ratePerNight: 44_000n }] };
    expect(decide({ asOf, policy: policy(cheaper) })).toMatchObject({
      events: ['scheduled'],
      last: { newRate: 44_000n },
    });
  });
});

describe('earlier than that', () => {
  const asOf = date('2027-08-31');

  test.each([
    ['is not there', undefined],
    ['was cancelled with its policy', renewal({ status: 'CANCELLED', cancelledWithPolicy: true })],
  ])('nothing happens where the renewal %s: the term moved on since the run chose the policy', (_what, known) => {
    expect(decide({ renewal: known, asOf })).toMatchObject({ steps: [], outcome: 'early' });
  });

  test('an open renewal follows its policy', () => {
    expect(decide({ asOf, policy: policy(dearer) })).toMatchObject({ last: { newRate: 50_000n }, outcome: 'early' });
  });
});

describe('on the last day of the term', () => {
  test('the policy service is asked', () => {
    const { events, last, outcome } = decide();
    expect(events).toEqual(['requested']);
    expect(last).toMatchObject({ status: 'PROCESSING', requestedAt: now, requestedBy: 'renewal-job', runId: 'j1' });
    expect(outcome).toBe('requested');
  });

  test('an overlooked policy is scheduled, notified and requested in one step', () => {
    const { events, steps } = decide({ renewal: undefined });
    expect(events).toEqual(['scheduled', 'notice-due', 'requested']);
    expect(steps.flatMap((step) => step.events)).toMatchObject([
      { type: 'scheduled', withRequest: true },
      { type: 'notice-due', notice: 7, withRequest: true },
      { type: 'requested', noticeDue: 7 },
    ]);
    expect(steps).toHaveLength(3);
  });

  test('a policy with a term that ended long ago gets its next term', () => {
    const { events, outcome } = decide({ renewal: undefined, asOf: date('2028-03-01') });
    expect(events).toEqual(['scheduled', 'requested']);
    expect(outcome).toBe('requested');
  });

  test.each([
    ['its policy is suspended', { policy: policy({ status: 'SUSPENDED' }) }, 'The policy is SUSPENDED.'],
    ['an invoice is unpaid', { unpaid: true }, 'An invoice of the policy is SUSPENDED or UNCOLLECTIBLE.'],
    ['the contract has expired', { contract: expired }, notActive],
    ['the contract ends on the same day and does not renew itself', { contract: ending }, notActive],
    ['the contract is over, and the policy was reinstated', { contract: terminated }, notActive],
    ['the rate moves too far', { policy: policy(dearer), renewal: undefined }, 'The rate moves by 17.65 %.'],
  ])('a renewal goes to a person when %s', (_name, given, reason) => {
    const { reasons, outcome } = decide(given);
    expect(reasons).toEqual([[reason]]);
    expect(outcome).toBe('manualReview');
  });

  test('what a person approved is not asked again', () => {
    const approved = renewal({ newRate: 50_000n, rateReason: 'RATE_TABLE', approvedReasons: ['RATE_CHANGE'] });
    expect(decide({ policy: policy(dearer), renewal: approved }).events).toEqual(['requested']);
    expect(decide({ policy: policy(dearer), renewal: approved, unpaid: true }).outcome).toBe('manualReview');
  });

  test('a rate that a person approved counts until it moves: then it is reviewed again', () => {
    const approved = renewal({ newRate: 50_000n, rateReason: 'RATE_TABLE', approvedReasons: ['RATE_CHANGE'] });
    const rateTable = [{ ...dearer.rateTable[0]!, ratePerNight: 90_000n }];
    const { reasons, last, outcome } = decide({ policy: policy({ rateTable }), renewal: approved });
    expect(reasons).toEqual([['The rate moves by 111.76 %.']]);
    expect(last).toMatchObject({ newRate: 90_000n, status: 'MANUAL_REVIEW' });
    expect(outcome).toBe('manualReview');
  });

  test('a rate that a person approved is reviewed again, too, when the one before it moves', () => {
    const approved = renewal({ newRate: 50_000n, rateReason: 'RATE_TABLE', approvedReasons: ['RATE_CHANGE'] });
    const { reasons } = decide({ policy: policy({ ...dearer, ratePerNight: 30_000n }), renewal: approved });
    expect(reasons).toEqual([['The rate moves by 66.67 %.']]);
  });

  test('the approval of a suspension ends with it: the next one is reviewed', () => {
    const approved = renewal({ approvedReasons: ['POLICY_SUSPENDED', 'RATE_CHANGE'] });
    const { events, last } = decide({ renewal: approved, asOf: date('2027-10-01') });
    expect(events).toEqual(['scheduled']);
    expect(last).toMatchObject({ approvedReasons: ['RATE_CHANGE'] });
    const suspended = policy({ status: 'SUSPENDED' });
    expect(decide({ renewal: approved, policy: suspended }).outcome).toBe('requested');
    expect(decide({ renewal: last, policy: suspended }).outcome).toBe('manualReview');
  });

  test("a person's rate stays", () => {
    const manual = renewal({ newRate: 44_000n, rateReason: 'MANUAL', approvedReasons: ['RATE_CHANGE'] });
    expect(decide({ policy: policy(dearer), renewal: manual }).last).toMatchObject({
      newRate: 44_000n,
      status: 'PROCESSING',
    });
  });

  test("a person's rate is compared with the rate that the term ends with", () => {
    const manual = renewal({ newRate: 44_000n, rateReason: 'MANUAL', approvedReasons: ['RATE_CHANGE'] });
    const changed = policy({ ratePerNight: 50_000n });
    const { last } = decide({ policy: changed, renewal: manual, asOf: date('2027-10-01') });
    expect(last).toMatchObject({ previousRate: 50_000n, newRate: 44_000n, rateReason: 'MANUAL', status: 'SCHEDULED' });
  });

  test.each([
    ['PROCESSING', 'skipped'],
    ['MANUAL_REVIEW', 'manualReview'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'skipped'],
    ['COMPLETED', 'skipped'],
  ] as const)('a renewal that is %s is left as it is', (status, outcome) => {
    expect(decide({ renewal: renewal({ status, requestedAt: now }) })).toMatchObject({ steps: [], outcome });
  });

  test('a request is repeated when it is old enough', () => {
    const asked = (minutes: number) =>
      renewal({ status: 'PROCESSING', requestedAt: now.subtract({ minutes }), runId: 'j0' });
    expect(decide({ renewal: asked(9) }).steps).toEqual([]);
    expect(decide({ renewal: asked(10) })).toMatchObject({
      events: ['requested'],
      outcome: 'requested',
      last: { runId: 'j1' },
    });
  });
});

test('a table of 5 since summer over a flat 4 moves nothing: 5 to 5, no review', () => {
  const table = [{ version: 1, planId: null, effectiveFrom: date('2027-06-21'), ratePerNight: 50_000n }];
  const { events, last } = decide({ policy: policy({ ratePerNight: 40_000n, rateTable: table }), renewal: undefined });
  expect(events).toEqual(['scheduled', 'notice-due', 'requested']);
  expect(last).toMatchObject({ previousRate: 50_000n, newRate: 50_000n, rateReason: 'UNCHANGED' });
});

describe('a review', () => {
  const suspended = policy({ status: 'SUSPENDED' });
  const inReview = (...reviewReasons: ReviewReason[]) => renewal({ status: 'MANUAL_REVIEW', reviewReasons });

  test.each<[string, ReviewReason[], Partial<Situation>, ReviewReason[]]>([
    ['of an invoice that was paid', ['INVOICE_UNPAID'], {}, []],
    ['of a suspension that is over', ['POLICY_SUSPENDED'], {}, []],
    ['of both, both over', ['POLICY_SUSPENDED', 'INVOICE_UNPAID'], {}, []],
    ['of both, one over', ['POLICY_SUSPENDED', 'INVOICE_UNPAID'], { unpaid: true }, ['INVOICE_UNPAID']],
    ['of an invoice, suspended meanwhile', ['INVOICE_UNPAID'], { policy: suspended }, ['POLICY_SUSPENDED']],
    ['of a contract that is ACTIVE again', ['CONTRACT_NOT_ACTIVE'], { contract: active }, []],
    [
      'of a contract that goes on',
      ['CONTRACT_NOT_ACTIVE'],
      { contract: { ...ending, endsOn: date('2027-11-01') } },
      [],
    ],
    ['of an invoice and a rate', ['RATE_CHANGE', 'INVOICE_UNPAID'], {}, ['RATE_CHANGE']],
  ])('%s drops resolved reasons, and the renewal continues without any', (_what, reasons, given, left) => {
    const { last, outcome } = decide({ renewal: inReview(...reasons), ...given });
    expect(last).toMatchObject({ reviewReasons: left, approvedReasons: [] });
    expect(outcome).toBe(left.length > 0 ? 'manualReview' : 'requested');
  });

  test('of a rate shows the one that is in force by now', () => {
    const rateTable = [{ ...dearer.rateTable[0]!, ratePerNight: 44_000n }];
    const reviewed = { ...inReview('RATE_CHANGE'), newRate: 50_000n, rateReason: 'RATE_TABLE' } as const;
    const { events, reasons, last } = decide({ renewal: reviewed, policy: policy({ rateTable }) });
    expect(events).toEqual(['manual-review']);
    expect(reasons).toEqual([['The rate moves by 3.53 %.']]);
    expect(last).toMatchObject({ newRate: 44_000n, status: 'MANUAL_REVIEW', reviewReasons: ['RATE_CHANGE'] });
  });

  test.each<[string, ReviewReason[], Partial<Situation>]>([
    ['a person requested', ['REQUESTED'], {}],
    ['of a rate', ['RATE_CHANGE'], {}],
    ['of an invoice that is unpaid still', ['INVOICE_UNPAID'], { unpaid: true }],
    ['of a contract that stays so', ['CONTRACT_NOT_ACTIVE'], { contract: expired }],
    ['of a suspension that goes on', ['POLICY_SUSPENDED'], { policy: suspended }],
  ])('%s stays', (_what, reasons, given) => {
    expect(decide({ renewal: inReview(...reasons), ...given })).toMatchObject({ steps: [], outcome: 'manualReview' });
  });
});

describe('after the term', () => {
  // The policy no longer shows what was in force on the last day.
  const raised = policy({ ratePerNight: 44_000n });
  const context = { actor: renewalJob, now: now.add({ hours: 24 }), newId: () => 'r1' };
  const asOf = date('2027-11-01');

  test.each<[string, Partial<Situation>]>([
    ['scheduled', {}],
    ['cancelled with its policy', { renewal: renewal({ status: 'CANCELLED', cancelledWithPolicy: true }) }],
  ])('a renewal that was %s keeps its rates', (_what, given) => {
    const known = { ...(given.renewal ?? renewal()), newRate: 44_000n, rateReason: 'RATE_TABLE' } as const;
    expect(decide({ policy: raised, renewal: known, asOf, context }).last).toMatchObject({
      previousRate: 42_500n,
      newRate: 44_000n,
      rateReason: 'RATE_TABLE',
      status: 'PROCESSING',
    });
  });

  test('an approved rate stays approved', () => {
    const known = { newRate: 50_000n, rateReason: 'RATE_TABLE', approvedReasons: ['RATE_CHANGE'] } as const;
    const { events } = decide({ policy: policy({ ratePerNight: 50_000n }), renewal: renewal(known), asOf, context });
    expect(events).toEqual(['requested']);
  });
});

test('the lead makes a renewal due earlier', () => {
  const asOf = date('2027-10-26');
  expect(decide({ asOf, rules: rules({ leadDays: 5 }) }).events).toEqual(['requested']);
  expect(decide({ asOf, rules: rules({ leadDays: 4 }) })).toMatchObject({ events: [], outcome: 'early' });
});

test('an open renewal follows a change of the policy term, and starts over', () => {
  const shortened = policy({ termEnd: date('2027-09-30') });
  const reviewed = renewal({
    status: 'MANUAL_REVIEW',
    reviewReasons: ['RATE_CHANGE'],
    approvedReasons: ['INVOICE_UNPAID'],
  });
  const { events, last } = decide({ policy: shortened, renewal: reviewed, asOf: date('2027-09-01') });
  expect(events).toEqual(['scheduled', 'notice-due']);
  expect(last).toMatchObject({
    status: 'SCHEDULED',
    newTermStart: date('2027-10-01'),
    newTermEnd: date('2028-08-31'),
    approvedReasons: [],
    noticesSent: [30],
  });
});

test('an open renewal keeps, when its new term gets another length, what a person decided about it', () => {
  const contract = { ...active, renewalTermMonths: 24 };
  const [asOf, twoYears] = [date('2027-09-01'), date('2029-10-31')];
  const priced = renewal({ newRate: 44_000n, rateReason: 'MANUAL', approvedReasons: ['RATE_CHANGE'] });
  expect(decide({ renewal: priced, contract, asOf }).last).toMatchObject({
    newTermEnd: twoYears,
    newRate: 44_000n,
    rateReason: 'MANUAL',
    noticesSent: [60, 30, 7],
  });
  const reviewed = renewal({ status: 'MANUAL_REVIEW', reviewReasons: ['REQUESTED'] });
  expect(decide({ renewal: reviewed, contract, asOf }).last).toMatchObject({
    newTermEnd: twoYears,
    status: 'MANUAL_REVIEW',
    reviewReasons: ['REQUESTED'],
  });
});

describe('the new term', () => {
  test.each([
    [6, '2028-04-30'],
    [24, '2029-10-31'],
  ])('has the %i months that the contract renews by', (renewalTermMonths, newTermEnd) => {
    const { last } = decide({ renewal: undefined, contract: { ...active, renewalTermMonths } });
    expect(last).toMatchObject({ newTermStart: date('2027-11-01'), newTermEnd: date(newTermEnd) });
  });

  test('is as long as the last under a contract that is not known', () => {
    expect(decide({ renewal: undefined }).last?.newTermEnd).toEqual(date('2028-10-31'));
  });
});

describe('a policy that is not to go on', () => {
  const asOf = date('2027-10-01');
  const leaving: [string, Partial<Situation>][] = [
    ['is not to renew', { policy: policy({ autoRenew: false }) }],
    [
      'is cancelled from the day on which the new term would start',
      { policy: policy({ cancelledFrom: date('2027-11-01') }) },
    ],
    ['is cancelled', { policy: policy({ status: 'CANCELLED' }) }],
    ['has expired', { policy: policy({ status: 'EXPIRED' }) }],
    ['has a successor', { policy: policy({ status: 'SUPERSEDED' }) }],
    ['is handed over by then', { policy: policy({ handOverOn: date('2027-10-20') }) }],
  ];

  test.each(leaving)('that %s ends its renewal, and gets no other', (_what, given) => {
    expect(decide({ asOf, ...given })).toMatchObject({
      events: ['cancelled'],
      last: { status: 'CANCELLED', cancelledWithPolicy: true },
    });
    expect(decide({ asOf, renewal: undefined, ...given })).toMatchObject({ steps: [], outcome: 'early' });
  });

  test.each(leaving)('that %s is not asked for', (_what, given) => {
    expect(decide(given).events).toEqual(['cancelled']);
  });

  test.each(leaving)('that %s ends its renewal that has failed, too', (_what, given) => {
    const failed = renewal({ status: 'FAILED', failureReason: 'no' });
    expect(decide({ asOf, renewal: failed, ...given })).toMatchObject({
      events: ['cancelled'],
      last: { status: 'CANCELLED', cancelledWithPolicy: true, failureReason: 'no' },
    });
  });

  test('a later end leaves the renewal as it is', () => {
    expect(decide({ policy: policy({ cancelledFrom: date('2027-11-02') }) }).events).toEqual(['requested']);
  });

  const closed = renewal({ status: 'CANCELLED', cancelledWithPolicy: true });

  test('and then is after all, has its renewal taken up again', () => {
    const { events, last } = decide({ asOf, renewal: closed });
    expect(events).toEqual(['scheduled']);
    expect(last).toMatchObject({ status: 'SCHEDULED', cancelledWithPolicy: false });
  });

  test('and then is after all, has its renewal without the failure before that', () => {
    const failed = { ...closed, failureReason: 'no', processedAt: now, processedBy: 'renewal-job' };
    const forgotten = { status: 'SCHEDULED', failureReason: null, processedAt: null, processedBy: null };
    expect(decide({ asOf, renewal: failed }).last).toMatchObject(forgotten);
  });

  test('keeps the rate that a person set', () => {
    const negotiated = { ...closed, newRate: 44_000n, rateReason: 'MANUAL', approvedReasons: ['RATE_CHANGE'] } as const;
    expect(decide({ asOf, renewal: negotiated, policy: policy(dearer) }).last).toMatchObject({ newRate: 44_000n });
  });

  test('is reviewed when its rate has moved since a person approved it', () => {
    const approved = {
      ...closed,
      newRate: 44_000n,
      rateReason: 'RATE_TABLE',
      approvedReasons: ['RATE_CHANGE'],
    } as const;
    const { events, last } = decide({ asOf, renewal: approved, policy: policy(dearer) });
    expect(events).toEqual(['scheduled', 'manual-review']);
    expect(last).toMatchObject({ newRate: 50_000n, reviewReasons: ['RATE_CHANGE'] });
  });

  test('what a person cancelled stays so', () => {
    expect(decide({ asOf, renewal: renewal({ status: 'CANCELLED' }) }).steps).toEqual([]);
  });
});

describe('an undecided renewal', () => {
  test.each([
    ['2027-11-29', 'MANUAL_REVIEW', []],
    ['2027-11-30', 'MANUAL_REVIEW', ['cancelled']],
    ['2027-11-30', 'FAILED', ['cancelled']],
    ['2027-11-30', 'SCHEDULED', ['requested']],
    ['2027-11-30', 'COMPLETED', []],
  ] as const)('on %s, %s', (asOf, status, events) => {
    const reviewReasons = status === 'MANUAL_REVIEW' ? (['REQUESTED'] as const) : [];
    expect(decide({ renewal: renewal({ status, reviewReasons }), asOf: date(asOf) }).events).toEqual(events);
  });

  test('is reopened by a person, which approves it', () => {
    const rates = { newRate: 50_000n, rateReason: 'RATE_TABLE' } as const;
    const review = renewal({ status: 'MANUAL_REVIEW', reviewReasons: ['RATE_CHANGE'], ...rates });
    const asOf = date('2027-11-30');
    const cancelled = decide({ renewal: review, policy: policy(dearer), asOf }).last!;
    const again = move(cancelled, { status: 'SCHEDULED' }).state;
    expect(decide({ renewal: again, policy: policy(dearer), asOf }).events).toEqual(['requested']);
  });
});
