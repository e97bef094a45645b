import { z } from 'zod';
import { claimStatuses } from './claim.ts';
import * as f from './fields.ts';
import { invoiceStatuses } from './invoice.ts';
import { policyStatuses } from './policy.ts';
import { component } from './rules.ts';

const organization = {
  organizationId: f.organizationId.optional().meta({ description: 'All that the caller may see without it' }),
};
const asOf = f.timestamp.meta({ description: 'When it was counted; of all organizations, up to a minute ago' });
const count = z.int().min(0);
const statusCounts = <const Status extends string>(statuses: readonly Status[]) =>
  f.list(z.object({ status: z.enum(statuses), count }), statuses.length).meta({ description: 'States that there are' });

export const SummaryQuery = z.object(organization);
export const MonthsQuery = z.object({
  ...organization,
  months: f.integerParam(1, 60).default(12).meta({ description: 'Months shown, the present one included' }),
});
export const WeeksQuery = z.object({
  ...organization,
  days: f.integerParam(1, 366).default(90).meta({ description: 'How far ahead' }),
});

export const PolicySummary = component(z.object({ asOf, states: statusCounts(policyStatuses) }), {
  id: 'PolicySummary',
  description: 'How many policies there are in each state',
  example: { asOf: '2026-11-20T09:30:00.000Z', states: [{ status: 'ACTIVE', count: 12 }] },
});
export type PolicySummary = z.infer<typeof PolicySummary>;

const InvoiceMonth = z.object({
  month: f.month.meta({ description: 'In which the invoiced period begins' }),
  billed: f.money.meta({ description: 'Invoices that were sent and not voided, less credit notes' }),
  due: f.money.meta({ description: 'What of it is still to be paid' }),
});

const ByAge = z.object({
  notDue: f.money,
  days30: f.money.meta({ description: 'Overdue for 1 to 30 days' }),
  days60: f.money.meta({ description: 'Overdue for 31 to 60 days' }),
  days90: f.money.meta({ description: 'Overdue for 61 to 90 days' }),
  over90: f.money.meta({ description: 'Overdue for more than 90 days' }),
});

export const InvoiceSummary = component(
  z.object({
    asOf,
    currencies: f.list(
      z.object({
        currency: f.longText,
        months: f.longList(InvoiceMonth),
        states: f.list(z.object({ status: z.enum(invoiceStatuses), count, due: f.money }), invoiceStatuses.length),
        receivables: ByAge.meta({
          description: 'What is due of invoices, by age; credits that wait are not taken off',
        }),
      }),
      500,
    ),
  }),
  {
    id: 'InvoiceSummary',
    description: 'What was billed by month, what is due of it, and how late it is',
    example: {
      asOf: '2026-11-20T09:30:00.000Z',
      currencies: [
        {
          currency: 'USD',
          months: [{ month: '2026-11', billed: 4250, due: 127.5 }],
          states: [{ status: 'SENT', count: 1, due: 127.5 }],
          receivables: { notDue: 127.5, days30: 0, days60: 0, days90: 0, over90: 0 },
        },
      ],
    },
  },
);
export type InvoiceSummary = z.infer<typeof InvoiceSummary>;

const ClaimMonth = z.object({
  month: f.month,
  lossFund: f.money.meta({ description: 'What the loss funds held at the end of the month' }),
  paid: f.money.meta({ description: 'Paid out for claims in the month' }),
});

export const ClaimSummary = component(
  z.object({
    asOf,
    states: statusCounts(claimStatuses),
    currencies: f.list(z.object({ currency: f.longText, months: f.list(ClaimMonth, 60) }), 500),
  }),
  {
    id: 'ClaimSummary',
    description: 'How many claims there are in each state, and what the loss funds held by month',
    example: {
      asOf: '2026-11-20T09:30:00.000Z',
      states: [{ status: 'UNDER_REVIEW', count: 2 }],
      currencies: [{ currency: 'USD', months: [{ month: '2026-11', lossFund: 1200, paid: 350 }] }],
    },
  },
);
export type ClaimSummary = z.infer<typeof ClaimSummary>;

export const RenewalSummary = component(
  z.object({
    asOf,
    toDecide: count.meta({ description: 'Renewals in review, and those that failed of policies that go on' }),
    weeks: f.list(z.object({ monday: f.calendarDate, ending: count }), 54),
  }),
  {
    id: 'RenewalSummary',
    description: 'How many terms end in each week ahead',
    example: {
      asOf: '2026-11-20T09:30:00.000Z',
      toDecide: 1,
      weeks: [{ monday: '2026-11-16', ending: 3 }],
    },
  },
);
export type RenewalSummary = z.infer<typeof RenewalSummary>;

export const reserveAccounts = [
  'COLLECTED_PREMIUM',
  'RETAINED_PREMIUM',
  'LOSS_FUND',
  'PARTNER',
  'SERVICE',
  'CLAIM_RESERVE',
  'CLAIMS_PAID',
] as const;

export const ReserveLedger = component(
  z.object({
    asOf,
    currencies: f.list(
      z.object({
        currency: f.longText,
        accounts: f
          .list(z.object({ account: z.enum(reserveAccounts), balance: f.money }), reserveAccounts.length)
          .meta({
            description: 'What is in each; all others together are COLLECTED_PREMIUM',
          }),
        months: f.list(ClaimMonth, 60),
      }),
      500,
    ),
  }),
  {
    id: 'ReserveLedger',
    description: 'What collected premium is for: the balance of each account, and the loss funds by month',
    example: {
      asOf: '2026-11-20T09:30:00.000Z',
      currencies: [
        {
          currency: 'USD',
          accounts: [
            { account: 'COLLECTED_PREMIUM', balance: 4250 },
            { account: 'RETAINED_PREMIUM', balance: 3050 },
            { account: 'LOSS_FUND', balance: 850 },
            { account: 'CLAIMS_PAID', balance: 350 },
          ],
          months: [{ month: '2026-11', lossFund: 850, paid: 350 }],
        },
      ],
    },
  },
);
export type ReserveLedger = z.infer<typeof ReserveLedger>;
