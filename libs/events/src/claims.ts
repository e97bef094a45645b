import { Claim, ClaimDecision, ClaimPayout, ClaimStatus, fields, schemaExample } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

/** A claim in events, besides its organization and version; members with a default are missing in older events. */
export const ClaimState = Claim.omit({ documents: true, organizationId: true, version: true })
  .extend({
    category: Claim.shape.category.default(null),
    coverageType: Claim.shape.coverageType.default('CONTENTS'),
    policyId: Claim.shape.policyId.default(null),
    currency: Claim.shape.currency.default(null),
    cover: Claim.shape.cover.default(null),
    decision: Claim.shape.decision.default(null),
    reserveAmount: Claim.shape.reserveAmount.default(0),
    paidAmount: Claim.shape.paidAmount.default(0),
    payouts: Claim.shape.payouts.default([]),
  })
  .meta({ id: 'ClaimState', description: 'A claim without its documents' });
export type ClaimState = z.infer<typeof ClaimState>;

const assessed = ClaimState.parse(schemaExample(Claim));
const organizationId = 'acme-stays';
const { id: claimId } = assessed;
const state = { ...aggregate, claimId: fields.uuid, claim: ClaimState };

export const claimSubmitted = defineEvent('claims', {
  name: 'claim-submitted',
  summary: 'A claim was submitted',
  data: z.object(state),
  aggregateId: claimId,
  example: { organizationId, version: 1, claimId, claim: { ...assessed, aiAssessment: null } },
});

export const claimChanged = defineEvent('claims', {
  name: 'claim-changed',
  summary: 'What a claim describes was changed; drafts have no events',
  data: z.object(state),
  aggregateId: claimId,
  example: {
    organizationId,
    version: 3,
    claimId,
    claim: { ...assessed, damageDescription: 'The TV and its stand broke' },
  },
});

export const claimStatusChanged = defineEvent('claims', {
  name: 'claim-status-changed',
  summary: 'A claim moved to another state',
  data: z.object({ ...state, previousStatus: ClaimStatus }),
  aggregateId: claimId,
  example: {
    organizationId,
    version: 3,
    claimId,
    claim: {
      ...assessed,
      statusName: 'UNDER_REVIEW',
      statusId: 3,
      statusHistory: [
        ...assessed.statusHistory,
        { status: 'UNDER_REVIEW', date: '2026-11-17T09:00:00.000Z', changedBy: 'adjuster-4' },
      ],
    },
    previousStatus: 'SUBMITTED',
  },
});

export const claimAssessed = defineEvent('claims', {
  name: 'claim-assessed',
  summary: 'A claim got a preliminary assessment',
  data: z.object(state),
  aggregateId: claimId,
  example: { organizationId, version: 2, claimId, claim: assessed },
});

export const claimDecided = defineEvent('claims', {
  name: 'claim-decided',
  summary: 'A claim was approved or denied',
  data: z.object(state),
  aggregateId: claimId,
  example: {
    organizationId,
    version: 4,
    claimId,
    claim: { ...assessed, statusName: 'APPROVED', statusId: 5, decision: schemaExample(ClaimDecision) },
  },
});

export const claimReserveChanged = defineEvent('claims', {
  name: 'claim-reserve-changed',
  summary: 'The reserve of a claim was changed, other than by a payout',
  data: z.object({ ...state, previousReserveAmount: z.number(), note: fields.longText.nullable() }),
  aggregateId: claimId,
  example: { organizationId, version: 3, claimId, claim: assessed, previousReserveAmount: 0, note: null },
});

export const claimPaid = defineEvent('claims', {
  name: 'claim-paid',
  summary: 'A payout of a claim was recorded, or taken back (its amount is then below 0)',
  data: z.object({ ...state, payout: ClaimPayout }),
  aggregateId: claimId,
  example: {
    organizationId,
    version: 5,
    claimId,
    claim: {
      ...assessed,
      statusName: 'PAID',
      statusId: 7,
      decision: schemaExample(ClaimDecision),
      reserveAmount: 0,
      paidAmount: 350,
      payouts: [schemaExample(ClaimPayout)],
    },
    payout: schemaExample(ClaimPayout),
  },
});
