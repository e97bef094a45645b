import { projects, type Subscription } from '@staycover/change';
import { policyEvents } from '@staycover/events';
import { businessDate } from '@staycover/kernel';
import { billedPolicies, heardPolicies } from '../db/billing-calendar.ts';
import { firstBillingDay } from '../domain/billing-day.ts';

const { enrollmentChanged, policyCreated, policyChanged, policyStatusChanged, termRenewed } = policyEvents;

/** What the calendar of invoices has to know of policies. */
export const billingCalendar: readonly Subscription[] = [
  ...projects(
    [policyCreated, policyChanged, policyStatusChanged, termRenewed],
    billedPolicies,
    ({ policy }, { now }) => {
      const { id: policyId, organizationId, status, billingFrequency, version, policyReference } = policy;
      const termStart = Temporal.PlainDate.from(policy.termStart);
      const nextBillOn = status === 'PENDING' ? null : firstBillingDay(termStart, businessDate(now));
      return { policyId, organizationId, status, billingFrequency, termStart, version, policyReference, nextBillOn };
    },
  ),

  ...projects([enrollmentChanged], heardPolicies, ({ policyId, organizationId, version }, { now }) => {
    // Of a new policy nothing was billed before.
    if (version === 1) return undefined;
    const unknown = {
      status: 'PENDING',
      billingFrequency: 'MONTHLY',
      termStart: businessDate(now),
      version: 0,
    } as const;
    return { ...unknown, policyId, organizationId, heardVersion: version };
  }),
];
