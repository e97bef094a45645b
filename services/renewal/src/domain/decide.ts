import type { CalendarDate, NewId } from '@staycover/kernel';
import { dueNotice } from './notice.ts';
import { isDue, type RenewablePolicy } from './policy.ts';
import { rateMove } from './rate.ts';
import { type Author, change, isOpen, type Renewal, type Step } from './renewal.ts';
import { endReview, reviewReasons, reviewText } from './review.ts';
import type { RenewalRules } from './rules.ts';
import { nextTerm } from './term.ts';

export type Situation = {
  policy: RenewablePolicy;
  /** The renewal into the policy's next term, or an open one whose term the policy has left. */
  renewal: Renewal | undefined;
  /** An invoice of the policy is SUSPENDED or UNCOLLECTIBLE. */
  unpaid: boolean;
  asOf: CalendarDate;
  rules: RenewalRules;
  by: Author;
  runId: string;
  newId: NewId;
};

/** Where a due policy stands after the decision; `early` when it is not due yet. */
export type Outcome = 'early' | 'requested' | 'manualReview' | 'failed' | 'skipped';

export type Decision = { steps: Step[]; outcome: Outcome };

/** What a run does for one policy near the end of its term: schedule, review, notify, and when it is due request. */
export const decideRenewal = (situation: Situation): Decision => {
  const planned = plan(situation);
  const steps = planned ? [planned] : [];
  let renewal = planned?.renewal ?? situation.renewal!;
  for (const next of [unflag, flag, notify, request]) {
    const step = next(renewal, situation);
    if (!step) continue;
    steps.push(step);
    renewal = step.renewal;
  }
  return { steps, outcome: outcomeOf(renewal, steps, situation) };
};

const outcomeOf = ({ status }: Renewal, steps: readonly Step[], { policy, asOf, rules }: Situation): Outcome => {
  if (!isDue(policy, asOf, rules.leadDays)) return 'early';
  if (status === 'MANUAL_REVIEW') return 'manualReview';
  if (status === 'FAILED') return 'failed';
  return steps.at(-1)?.event.type === 'requested' ? 'requested' : 'skipped';
};

const proposalFor = (policy: RenewablePolicy) => {
  const { termStart: newTermStart, termEnd: newTermEnd } = nextTerm(policy);
  return { previousTermEnd: policy.termEnd, newTermStart, newTermEnd, ...rateMove(policy, newTermStart) };
};

type Proposal = ReturnType<typeof proposalFor>;

/** Schedules a renewal, or brings one that is still open up to what the policy says now. */
const plan = (situation: Situation): Step | undefined => {
  const { policy, renewal, by } = situation;
  const proposal = proposalFor(policy);
  if (!renewal) return schedule(situation, proposal);
  if (!isOpen(renewal)) return undefined;
  if (!isSameTerm(renewal, proposal)) {
    const afresh = { status: 'SCHEDULED', reviewReasons: [], approvedReasons: [], noticesSent: [] } as const;
    return change(renewal, { type: 'scheduled' }, { ...proposal, ...afresh }, by);
  }
  const decided = renewal.rateReason === 'MANUAL' || renewal.approvedReasons.includes('RATE_CHANGE');
  if (renewal.status !== 'SCHEDULED' || decided || isSameRate(renewal, proposal)) return undefined;
  return change(renewal, { type: 'scheduled' }, proposal, by);
};

const isSameTerm = (a: Renewal, b: Proposal): boolean =>
  a.newTermStart.equals(b.newTermStart) && a.newTermEnd.equals(b.newTermEnd);

const isSameRate = (a: Renewal, b: Proposal): boolean => a.previousRate === b.previousRate && a.newRate === b.newRate;

const schedule = ({ policy, by: { actor, now }, newId }: Situation, proposal: Proposal): Step => ({
  event: { type: 'scheduled' },
  renewal: {
    id: newId(),
    organizationId: policy.organizationId,
    policyId: policy.id,
    ...proposal,
    status: 'SCHEDULED',
    failureReason: null,
    processedAt: null,
    processedBy: null,
    reviewReasons: [],
    approvedReasons: [],
    noticesSent: [],
    requestedAt: null,
    requestedBy: null,
    runId: null,
    createdBy: actor,
    createdDate: now,
    lastModifiedBy: actor,
    lastModifiedDate: now,
    version: 1,
  },
});

const unflag = (renewal: Renewal, { policy, unpaid, by }: Situation): Step | undefined =>
  endReview(renewal, { policy, unpaid }, by);

const flag = (renewal: Renewal, { policy, unpaid, asOf, rules, by }: Situation): Step | undefined => {
  if (renewal.status !== 'SCHEDULED') return undefined;
  const reasons = reviewReasons(renewal, { policy, unpaid, due: isDue(policy, asOf, rules.leadDays), rules });
  if (reasons.length === 0) return undefined;
  const event = { type: 'manual-review', reasons: reasons.map((reason) => reviewText(reason, renewal)) } as const;
  return change(renewal, event, { status: 'MANUAL_REVIEW', reviewReasons: reasons }, by);
};

const notify = (renewal: Renewal, { policy, asOf, rules, by }: Situation): Step | undefined => {
  const due = isOpen(renewal) ? dueNotice(policy, renewal.noticesSent, asOf, rules) : undefined;
  if (!due) return undefined;
  return change(renewal, { type: 'notice-due', ...due }, { noticesSent: [...renewal.noticesSent, due.notice] }, by);
};

const request = (renewal: Renewal, { policy, asOf, rules, by, runId }: Situation): Step | undefined => {
  if (!isDue(policy, asOf, rules.leadDays)) return undefined;
  return renewal.status === 'SCHEDULED' || isOverdue(renewal, by, rules) ? ask(renewal, by, runId) : undefined;
};

const isOverdue = ({ status, requestedAt }: Renewal, { now }: Author, { repeatMinutes }: RenewalRules): boolean =>
  status === 'PROCESSING' && Temporal.Instant.compare(requestedAt!.add({ minutes: repeatMinutes }), now) <= 0;

/** Asks the policy service for the new term, for the first time or again. */
export const ask = (renewal: Renewal, by: Author, runId: string | null): Step =>
  change(
    renewal,
    { type: 'requested' },
    { status: 'PROCESSING', requestedAt: by.now, requestedBy: by.actor, runId },
    by,
  );
