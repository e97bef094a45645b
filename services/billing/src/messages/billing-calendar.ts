import { projects, type Subscription } from '@staycover/change';
import { policyEvents } from '@staycover/events';
import { businessDate } from '@staycover/kernel';
import { billedPolicies } from '../db/billing-calendar.ts';
import { firstBillingDay } from '../domain/billing-day.ts';

const { policyCreated, policyChanged, policyStatusChanged, termRenewed } = policyEvents;

/** What the calendar of invoices has to know of policies. */
export const billingCalendar: readonly Subscription[] = projects(
  [policyCreated, policyChanged, policyStatusChanged, termRenewed],
  billedPolicies,
  ({ policy }, { now }) => {
    const { id: policyId, organizationId, status, billingFrequency, version, policyReference } = policy;
    const termStart = Temporal.PlainDate.from(policy.termStart);
    const nextBillOn = status === 'PENDING' ? null : firstBillingDay(termStart, businessDate(now));
    return { policyId, organizationId, status, billingFrequency, termStart, version, policyReference, nextBillOn };
  },
);
