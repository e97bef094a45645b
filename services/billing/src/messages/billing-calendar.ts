import type { Tx } from '@staycover/db';
import { type DataOf, policyEvents } from '@staycover/events';
import { businessDate } from '@staycover/kernel';
import { type HandlerContext, on, type Subscription } from '@staycover/messaging';
import { learnBilledPolicy } from '../db/billing-calendar.ts';
import { firstBillingDay } from '../domain/billing-day.ts';

type PolicyData = Pick<DataOf<typeof policyEvents.policyChanged>, 'policy'>;

const learn = async (tx: Tx, { data: { policy } }: { data: PolicyData }, { now }: HandlerContext): Promise<void> => {
  const { id: policyId, organizationId, status, billingFrequency, version } = policy;
  const termStart = Temporal.PlainDate.from(policy.termStart);
  const first = status === 'PENDING' ? null : firstBillingDay(termStart, businessDate(now));
  await learnBilledPolicy(tx, { policyId, organizationId, status, billingFrequency, termStart, version }, first);
};

/** What the calendar of invoices has to know of policies. */
export const billingCalendar: readonly Subscription[] = [
  on(policyEvents.policyCreated, learn),
  on(policyEvents.policyChanged, learn),
  on(policyEvents.policyStatusChanged, learn),
  on(policyEvents.termRenewed, learn),
];
