import { z } from 'zod';
import { RateTableVersion } from './coverage.ts';
import { calendarDate, longList, longText, map, timestamp } from './fields.ts';
import { numberCursor, orderedPaging } from './list.ts';
import { PolicyStatus } from './policy.ts';
import { component } from './rules.ts';

export const changeKinds = [
  'ISSUE',
  'CHANGE',
  'CORRECTION',
  'SUSPEND',
  'RESUME',
  'CANCEL',
  'REINSTATE',
  'EXPIRE',
  'SUPERSEDE',
  'RENEW',
] as const;

export const PolicyChangeQuery = z.object(orderedPaging(numberCursor));

export const PolicyChange = component(
  z.object({
    sequence: z.int().meta({ description: 'Counts the changes of the policy from 1' }),
    kind: z.enum(changeKinds),
    effectiveFrom: calendarDate.meta({ description: 'It holds from this day, until a later one of the same member' }),
    members: map(longText, z.unknown(), 100).meta({ description: 'Dated members of the policy and their new values' }),
    status: PolicyStatus.nullable().meta({ description: 'The state that a correction brings' }),
    addedRates: longList(RateTableVersion).meta({ description: 'What a renewal adds to the rate table' }),
    reason: longText.nullable().meta({
      description:
        'Of a cancellation or correction. INVOICE_UNPAID: a suspension that ends when the last unpaid invoice is settled',
    }),
    note: longText.nullable(),
    policyVersion: z.int().meta({ description: 'The version of the policy that it made' }),
    recordedAt: timestamp,
    recordedBy: longText,
    withdrawnAt: timestamp.nullable(),
    withdrawnBy: longText.nullable().meta({ description: 'Null: it stands, or it is not known who withdrew it' }),
  }),
  {
    id: 'PolicyChange',
    description: 'A dated change of a policy that was ACTIVE once. All changes up to a day give the policy of that day',
    example: {
      sequence: 2,
      kind: 'CHANGE',
      effectiveFrom: '2026-11-10',
      members: { ratePerNight: 5 },
      status: null,
      addedRates: [],
      reason: null,
      note: null,
      policyVersion: 4,
      recordedAt: '2026-11-10T09:00:00.000Z',
      recordedBy: 'ops@acme-stays.example',
      withdrawnAt: null,
      withdrawnBy: null,
    },
  },
);
export type PolicyChange = z.infer<typeof PolicyChange>;
