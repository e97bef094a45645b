import {
  authored,
  businessDate,
  type CalendarDate,
  type Context,
  created,
  isAfter,
  isBefore,
  unchanged,
} from '@staycover/kernel';
import { cancelWithPolicy } from './answer.ts';
import type { Circumstances } from './circumstances.ts';
import { dueNotice } from './notice.ts';
import { isDue, isNonRenewing, type RenewablePolicy } from './policy.ts';
import { renewalRates } from './rate.ts';
import {
  endsWithPolicy,
  isCancelledWithPolicy,
  isOpen,
  type Renewal,
  type RenewalEvent,
  type Step,
  step,
  unasked,
} from './renewal.ts';
import { endApprovals, endReview, reviewEvent, reviewReasons } from './review.ts';
import { horizonDays, type RenewalRules } from './rules.ts';
import { nextTerm } from './term.ts';

export type Situation = Circumstances & {
  policy: RenewablePolicy;
  /** The renewal into the policy's next term, or an open one of a term that no longer applies. */
  renewal: Renewal | undefined;
  asOf: CalendarDate;
  rules: RenewalRules;
  context: Context;
  runId: string;
};

/** Where a due policy stands after the decision; `early` when it is not due yet. */
export type Outcome = 'early' | 'requested' | 'manualReview' | 'failed' | 'skipped';

/** The steps that a policy's renewal takes, each a version of its own. */
export type Decided = { steps: Step[]; outcome: Outcome };

/**
 * What a run does for one policy near the end of its term: schedule, review, notify, and when it is due request. The
 * renewal of a policy that is not to go on ends instead.
 */
export const decideRenewal = (situation: Situation): Decided => {
  const { policy, renewal, asOf, rules } = situation;
  if (isNonRenewing(policy)) return endRenewal(situation);
  // The term may have moved on since the run chose the policy.
  if (isFar(policy, asOf, horizonDays(rules)) && !(renewal && isOpen(renewal))) return { steps: [], outcome: 'early' };
  const steps = [plan(situation)];
  for (const next of [endReview, endApprovals, giveUp, flag, notify, request])
    steps.push(next(steps.at(-1)!.state, situation));
  const taken = joinToRequest(steps.filter(({ events }) => events.length > 0));
  return { steps: taken, outcome: decideOutcome(steps.at(-1)!.state, taken, situation) };
};

/** Marks what comes with a request: the policy service takes it from the request, and so changes its policy once. */
const joinToRequest = (steps: Step[]): Step[] => {
  const request = steps.at(-1);
  if (request?.events[0]?.type !== 'requested') return steps;
  const before = steps.slice(0, -1);
  const noticeDue = before.flatMap(({ events }) => events).find((event) => event.type === 'notice-due')?.notice;
  const marked = before.map(({ state, events }) => ({ state, events: events.map(withRequest) }));
  return [...marked, { ...request, events: [{ type: 'requested', noticeDue }] }];
};

const withRequest = (event: RenewalEvent): RenewalEvent =>
  event.type === 'scheduled' || event.type === 'notice-due' ? { ...event, withRequest: true } : event;

const isFar = ({ termEnd }: RenewablePolicy, day: CalendarDate, horizon: number): boolean =>
  isAfter(termEnd, day.add({ days: horizon }));

const endRenewal = ({ policy, renewal, asOf, rules }: Situation): Decided => {
  const steps = renewal && endsWithPolicy(renewal) ? [cancelWithPolicy(renewal)] : [];
  return { steps, outcome: isDue(policy, asOf, rules.leadDays) ? 'skipped' : 'early' };
};

const decideOutcome = ({ status }: Renewal, taken: readonly Step[], { policy, asOf, rules }: Situation): Outcome => {
  if (!isDue(policy, asOf, rules.leadDays)) return 'early';
  if (status === 'MANUAL_REVIEW') return 'manualReview';
  if (status === 'FAILED') return 'failed';
  return taken.at(-1)?.events[0]?.type === 'requested' ? 'requested' : 'skipped';
};

/** What a renewal is planned by. */
type PlanBasis = Pick<Situation, 'policy' | 'contract' | 'renewal' | 'context'>;

/**
 * The open renewal of a policy that got another end of its term: that of the new one, or, until the job looks after that,
 * cancelled with the policy. `horizon` is in days.
 */
export const followTerm = (basis: PlanBasis & { renewal: Renewal; horizon: number }): Step => {
  const { policy, renewal, context, horizon } = basis;
  return isFar(policy, businessDate(context.now), horizon) ? cancelWithPolicy(renewal) : plan(basis);
};

const proposalFor = ({ policy, contract }: PlanBasis) => {
  const { termStart: newTermStart, termEnd: newTermEnd } = nextTerm(policy, contract?.renewalTermMonths);
  return { previousTermEnd: policy.termEnd, newTermStart, newTermEnd, ...renewalRates(policy, newTermStart) };
};

type Proposal = ReturnType<typeof proposalFor>;

/** Schedules a renewal, or updates an open one to the current policy. */
const plan = (basis: PlanBasis): Step => {
  const { renewal } = basis;
  const proposal = proposalFor(basis);
  if (!renewal) return schedule(basis, proposal);
  const followed = follow(renewal, proposal, businessDate(basis.context.now));
  if (isCancelledWithPolicy(renewal)) {
    const resumed = { ...followed, ...unasked, status: 'SCHEDULED', cancelledWithPolicy: false } as const;
    return step(renewal, resumed, { type: 'scheduled' });
  }
  if (!isOpen(renewal)) return unchanged(renewal);
  if (!renewal.newTermStart.equals(proposal.newTermStart)) {
    const afresh = { status: 'SCHEDULED', reviewReasons: [], approvedReasons: [], noticesSent: [] } as const;
    return step(renewal, { ...proposal, ...afresh }, { type: 'scheduled' });
  }
  const inReview = renewal.status === 'MANUAL_REVIEW';
  return step(renewal, followed, inReview ? reviewEvent({ ...renewal, ...followed }) : { type: 'scheduled' });
};

/**
 * What the renewal takes over from its policy. A new rate that a person set stays, the approval of another one ends when
 * that moves. After the term the policy no longer shows the rates between which the renewal moves.
 */
const follow = (renewal: Renewal, proposal: Proposal, today: CalendarDate): Partial<Renewal> => {
  const { newTermEnd, ...rates } = proposal;
  if (isAfter(today, renewal.previousTermEnd)) return { newTermEnd };
  if (renewal.rateReason === 'MANUAL') return { newTermEnd, previousRate: rates.previousRate };
  if (isSameRate(renewal, proposal)) return { newTermEnd, ...rates };
  const approvedReasons = renewal.approvedReasons.filter((reason) => reason !== 'RATE_CHANGE');
  return { newTermEnd, ...rates, approvedReasons };
};

const isSameRate = (a: Renewal, b: Proposal): boolean => a.previousRate === b.previousRate && a.newRate === b.newRate;

const schedule = ({ policy, context }: PlanBasis, proposal: Proposal): Step =>
  created(
    {
      id: context.newId(),
      organizationId: policy.organizationId,
      policyId: policy.id,
      ...proposal,
      ...unasked,
      status: 'SCHEDULED',
      reviewReasons: [],
      approvedReasons: [],
      noticesSent: [],
      cancelledWithPolicy: false,
      runId: null,
      ...authored(context),
    },
    { type: 'scheduled' },
  );

/** Cancels a renewal that is undecided long after the term; a person may reopen it. */
const giveUp = (renewal: Renewal, { policy, asOf, rules }: Situation): Step => {
  const waits = renewal.status === 'MANUAL_REVIEW' || renewal.status === 'FAILED';
  if (!waits || isBefore(asOf, policy.termEnd.add({ days: rules.undecidedDays }))) return unchanged(renewal);
  return step(renewal, { status: 'CANCELLED' }, { type: 'cancelled' });
};

const flag = (renewal: Renewal, situation: Situation): Step => {
  if (renewal.status !== 'SCHEDULED') return unchanged(renewal);
  const { policy, asOf, rules } = situation;
  const found = reviewReasons(renewal, { ...situation, due: isDue(policy, asOf, rules.leadDays) });
  if (found.length === 0) return unchanged(renewal);
  const changes = { status: 'MANUAL_REVIEW', reviewReasons: found } as const;
  return step(renewal, changes, reviewEvent({ ...renewal, ...changes }));
};

const notify = (renewal: Renewal, { policy, asOf, rules }: Situation): Step => {
  const due = isOpen(renewal) ? dueNotice(policy, renewal.noticesSent, asOf, rules) : undefined;
  if (!due) return unchanged(renewal);
  return step(renewal, { noticesSent: [...renewal.noticesSent, due.notice] }, { type: 'notice-due', ...due });
};

const request = (renewal: Renewal, { policy, asOf, rules, context, runId }: Situation): Step => {
  const mayAsk = renewal.status === 'SCHEDULED' || isOverdue(renewal, context, rules);
  return mayAsk && isDue(policy, asOf, rules.leadDays) ? ask(renewal, context, runId) : unchanged(renewal);
};

const isOverdue = ({ status, requestedAt }: Renewal, { now }: Context, { repeatMinutes }: RenewalRules): boolean =>
  status === 'PROCESSING' && Temporal.Instant.compare(requestedAt!.add({ minutes: repeatMinutes }), now) <= 0;

/** Asks the policy service for the new term, for the first time or again. */
export const ask = (renewal: Renewal, { actor, now }: Context, runId: string | null): Step =>
  step(renewal, { status: 'PROCESSING', requestedAt: now, requestedBy: actor.id, runId }, { type: 'requested' });
