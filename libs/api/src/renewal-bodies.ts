import { z } from 'zod';
import * as f from './fields.ts';
import { dayAndIdCursor, idCursor, orderedPaging, paging } from './list.ts';
import { RenewalStatus } from './renewal.ts';
import { component, rule } from './rules.ts';

export const RenewalStatusBody = component(
  z
    .object({
      status: RenewalStatus,
      newRate: f.rate.optional().meta({ description: 'Only with SCHEDULED: the rate a person decided on' }),
    })
    .refine(
      ...rule(
        ['newRate'],
        'can only be set with status SCHEDULED',
        (get) => get('newRate') === undefined || get('status') === 'SCHEDULED',
        { required: ['newRate'], properties: { newRate: {}, status: { not: { const: 'SCHEDULED' } } } },
      ),
    ),
  {
    id: 'RenewalStatusBody',
    description: 'The new state of the renewal; with a rate, the adjustment is MANUAL',
    example: { status: 'SCHEDULED', newRate: 4.4 },
  },
);
export type RenewalStatusBody = z.infer<typeof RenewalStatusBody>;

export const ProcessRenewalsBody = component(
  z.object({
    asOf: f.calendarDate.optional().meta({ description: 'Today by default; a future day needs the role ops' }),
    dryRun: z.boolean().optional().meta({ description: 'Count only, change nothing; false by default' }),
  }),
  {
    id: 'ProcessRenewalsBody',
    description: 'Which day to process renewals for',
    example: { asOf: '2027-10-31', dryRun: false },
  },
);
export type ProcessRenewalsBody = z.infer<typeof ProcessRenewalsBody>;

export const UpcomingRenewalsQuery = z.object({
  organizationId: f.organizationId.optional(),
  days: f.integerParam(0, 365).default(30).meta({ description: 'How many days from today a term may end' }),
  ...paging(dayAndIdCursor),
});
export type UpcomingRenewalsQuery = z.infer<typeof UpcomingRenewalsQuery>;

export const RenewalQuery = z.object({
  organizationId: f.organizationId.optional(),
  status: RenewalStatus.optional().meta({ description: 'Only renewals in this state' }),
  ...orderedPaging(idCursor),
});
export type RenewalQuery = z.infer<typeof RenewalQuery>;

export const RenewalHistoryQuery = z.object(paging(f.calendarDate));
export type RenewalHistoryQuery = z.infer<typeof RenewalHistoryQuery>;
