import { z } from 'zod';
import { longList, longText, timestamp, uuid } from './fields.ts';
import { component } from './rules.ts';

const nullableNumber = z.number().nullable();

export const uncoveredReasons = [
  'NOT_ENROLLED',
  'NOT_ELIGIBLE',
  'NOT_BOUND',
  'SUSPENDED',
  'NOT_IN_FORCE',
  'OUTSIDE_STAY',
  'STAY_TOO_SHORT',
  'STAY_TOO_LONG',
  'EXCLUDED',
  'NO_LIMIT',
] as const;

export const ClaimCover = component(
  z.object({
    policyId: uuid.nullable().meta({ description: 'The policy that decides; null: none knows the property' }),
    policyVersion: z.int().nullable(),
    covered: z.boolean().nullable().meta({ description: 'null: neither a policy nor the reservation knows' }),
    reason: z.enum(uncoveredReasons).nullable().meta({ description: 'Why not; null when it is covered' }),
    limit: nullableNumber.meta({ description: 'Of the stay and the type of cover' }),
    deductible: nullableNumber,
    minimumClaim: nullableNumber,
    used: nullableNumber.meta({ description: 'What other approved claims of the stay and type have insured' }),
    payable: nullableNumber.meta({ description: 'What the cover pays of the loss' }),
    flags: longList(z.enum(['BOUND_AFTER_LOSS'])),
  }),
  {
    id: 'ClaimCover',
    description: 'The cover on the night of the damage, as last looked up: at intake or at the decision',
    example: {
      policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      policyVersion: 3,
      covered: true,
      reason: null,
      limit: 3000,
      deductible: 250,
      minimumClaim: 50,
      used: 0,
      payable: 350,
      flags: [],
    },
  },
);
export type ClaimCover = z.infer<typeof ClaimCover>;

export const denialReasons = [
  'NO_COVER',
  'OUTSIDE_STAY',
  'BELOW_MINIMUM',
  'EXCLUDED',
  'LIMIT_EXHAUSTED',
  'NOT_PROVEN',
  'DUPLICATE',
  'FRAUD',
  'OTHER',
] as const;

export const ClaimDecision = component(
  z.object({
    outcome: z.enum(['APPROVE', 'DENY']),
    lossAmount: nullableNumber,
    insuredAmount: z.number().meta({ description: 'What of the loss counts against the limits' }),
    approvedAmount: z.number(),
    denialReason: z.enum(denialReasons).nullable(),
    note: longText.nullable(),
    decidedBy: longText,
    decidedDate: timestamp,
  }),
  {
    id: 'ClaimDecision',
    description: 'What was decided about a claim; taken back, it is gone',
    example: {
      outcome: 'APPROVE',
      lossAmount: 600,
      insuredAmount: 600,
      approvedAmount: 350,
      denialReason: null,
      note: null,
      decidedBy: 'adjuster-4',
      decidedDate: '2026-11-18T10:00:00.000Z',
    },
  },
);
export type ClaimDecision = z.infer<typeof ClaimDecision>;
