import { z } from 'zod';
import { answers, Claim, ClaimDocument, ClaimDocumentBody, ClaimUrlBody, coverageTypes } from './claim.ts';
import { denialReasons } from './claim-cover.ts';
import { amount, calendarDate, integer, list, name, notes, organizationId, uuid } from './fields.ts';
import { personal } from './personal-data.ts';
import { Reservation, ReservationBody, reservationFields } from './reservation.ts';
import { anyOf, component, isGiven, notAbove, rule, schemaExample } from './rules.ts';

const damageDescription = notes.min(1);

/** The claimant's description of a damage, when submitted and later. */
export const claimDetails = {
  damageDate: calendarDate.nullish(),
  estimateAmount: amount.nullish(),
  category: name
    .nullish()
    .meta({ description: 'Kind of thing that was damaged, as the categories of policies name it' }),
  coverageType: z.enum(coverageTypes).optional().meta({ description: 'CONTENTS by default' }),
  ...personal({
    documents: list(ClaimDocumentBody, 100).optional(),
    claimUrls: list(ClaimUrlBody, 100).optional(),
  }),
};

/** How a claim names its reservation. */
export const claimedReservation = {
  reservationReferenceId: name.nullish(),
  reservationId: integer(0, Number.MAX_SAFE_INTEGER).nullish(),
};

/** The members of a submission, besides its organization and claimant. */
export const submissionDetails = {
  ...personal({ damageDescription }),
  ...claimDetails,
  draft: z.boolean().optional().meta({ description: 'false by default' }),
};

/** The members of an update; absent ones are kept. */
export const amendment = {
  ...personal({ damageDescription: damageDescription.optional() }),
  ...claimDetails,
  ...personal({ followupAnswers: answers.optional() }),
};

const example = {
  damageDate: '2026-11-14',
  damageDescription: 'The television fell off the wall and its screen is broken.',
  estimateAmount: 600,
  category: 'ELECTRONICS',
  documents: [schemaExample(ClaimDocument)],
  claimUrls: schemaExample(Claim).claimUrls,
};

export const ClaimBody = component(
  z
    .object({
      organizationId: organizationId.nullish(),
      ...personal({
        claimToken: name
          .nullish()
          .meta({ description: 'In place of the organization and the reservation, for guests' }),
      }),
      claimId: uuid.nullish().meta({ description: 'Made by this platform when the claim brings none' }),
      ...claimedReservation,
      ...submissionDetails,
    })
    .refine(...anyOf('claimToken', 'reservationReferenceId', 'reservationId'))
    .refine(
      ...rule(
        ['organizationId'],
        'is needed without a claimToken',
        (get) => isGiven(get('organizationId')) || isGiven(get('claimToken')),
        { properties: { organizationId: { type: 'null' }, claimToken: { type: 'null' } } },
      ),
    ),
  {
    id: 'ClaimBody',
    description:
      'A claim or a draft; the same content again is the same claim under the same `claimId`, or without one under the same Idempotency-Key',
    example: { organizationId: 'acme-stays', reservationReferenceId: 'RES-88123', ...example },
  },
);
export type ClaimBody = z.infer<typeof ClaimBody>;

export const UpdateClaimBody = component(z.object(amendment), {
  id: 'UpdateClaimBody',
  description: 'Single values are replaced, documents, addresses and answers are added; absent members are kept',
  example: { followupAnswers: { 'How old is the television?': 'Two years.' }, documents: example.documents },
});
export type UpdateClaimBody = z.infer<typeof UpdateClaimBody>;

/** The moves that need no decision and no payout. */
export const claimMoves = ['SUBMITTED', 'UNDER_REVIEW', 'INFO_REQUESTED', 'CLOSED', 'WITHDRAWN'] as const;

export const ClaimStatusBody = component(z.object({ status: z.enum(claimMoves) }), {
  id: 'ClaimStatusBody',
  description: 'The new state of the claim; other states come from a decision and its payouts',
  example: { status: 'UNDER_REVIEW' },
});
export type ClaimStatusBody = z.infer<typeof ClaimStatusBody>;

export const StatedReservation = component(
  z.object({ organizationId, ...reservationFields }).refine(...notAbove('arrivalDate', 'departureDate')),
  {
    id: 'StatedReservation',
    description: 'A reservation of an organization as its booking system has it now',
    example: {
      organizationId: 'acme-stays',
      ...schemaExample(ReservationBody),
      claimToken: schemaExample(Reservation).claimToken,
    },
  },
);
export type StatedReservation = z.infer<typeof StatedReservation>;

export const ClaimDecisionBody = component(
  z
    .object({
      outcome: z.enum(['APPROVE', 'DENY']),
      lossAmount: amount.nullish().meta({ description: 'What was lost; the estimate by default' }),
      approvedAmount: amount.nullish().meta({ description: 'At most what the cover pays, which is the default' }),
      denialReason: z.enum(denialReasons).nullish().meta({ description: 'Only to deny; OTHER by default' }),
      note: notes.nullish(),
    })
    .refine(
      ...rule(
        ['denialReason'],
        'is only for a denial',
        (get) => get('outcome') !== 'APPROVE' || !isGiven(get('denialReason')),
        { properties: { outcome: { const: 'APPROVE' }, denialReason: { type: 'string' } }, required: ['denialReason'] },
      ),
    )
    .refine(
      ...rule(
        ['approvedAmount'],
        'is only for an approval',
        (get) => get('outcome') !== 'DENY' || !isGiven(get('approvedAmount')),
        {
          properties: { outcome: { const: 'DENY' }, approvedAmount: { type: 'number' } },
          required: ['approvedAmount'],
        },
      ),
    ),
  {
    id: 'ClaimDecisionBody',
    description: 'What an adjuster decides about a claim',
    example: { outcome: 'APPROVE', lossAmount: 600 },
  },
);
export type ClaimDecisionBody = z.infer<typeof ClaimDecisionBody>;
