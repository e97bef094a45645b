import { z } from 'zod';
import { answers, ClaimDocumentBody, ClaimUrlBody } from './claim.ts';
import { confidences } from './claim-assessment.ts';
import { amount, calendarDate, list, longText, name, notes, uuid } from './fields.ts';
import { personal } from './personal-data.ts';
import { reservationFields } from './reservation.ts';
import { component, notAbove } from './rules.ts';

const damageDescription = notes.min(1);

const DraftClaim = z.object({
  claimId: uuid
    .nullish()
    .meta({ description: 'A claim that is there already: it has what the draft leaves out, and shows the assessment' }),
  ...personal({ damageDescription }),
  damageDate: calendarDate.nullish(),
  estimateAmount: amount.nullish(),
  ...personal({
    documents: list(ClaimDocumentBody, 100).optional(),
    claimUrls: list(ClaimUrlBody, 100).optional(),
    answers: answers.optional().meta({ description: 'Answers to earlier questions, by question' }),
  }),
});

const ClaimedReservation = z
  .object({
    ...reservationFields,
    reservationReferenceId: name.nullish(),
    arrivalDate: calendarDate.nullish(),
    departureDate: calendarDate.nullish(),
  })
  .refine(...notAbove('arrivalDate', 'departureDate'));

export const FollowupBody = component(z.object({ claim: DraftClaim, reservation: ClaimedReservation.optional() }), {
  id: 'FollowupBody',
  description:
    'A draft claim, and its reservation where something is known of it. Given values of the reservation are used; a reference or claim token fills in the rest, or else the reservation of the claim that is named. An unknown claim token is an error; an unknown reference is one only if no other value is given.',
  example: {
    claim: {
      damageDescription: 'The television fell off the wall and its screen is broken.',
      damageDate: '2026-11-14',
      estimateAmount: 600,
      documents: [],
      claimUrls: [],
      answers: {},
    },
    reservation: { reservationReferenceId: 'RES-88123' },
  },
});
export type FollowupBody = z.infer<typeof FollowupBody>;

export const FollowupResult = component(
  z.object({
    questions: list(longText, 5, 1),
    suggestedAmountMin: z.number(),
    suggestedAmountMax: z.number(),
    confidence: z.enum(confidences),
    reasoning: longText,
  }),
  {
    id: 'FollowupResult',
    description: 'What to ask next and a preliminary range of the amount',
    example: {
      questions: ['Can you upload photos of the damage?', 'How old is the television?'],
      suggestedAmountMin: 300,
      suggestedAmountMax: 600,
      confidence: 'LOW',
      reasoning: 'There are no photos and no receipt yet.',
    },
  },
);
export type FollowupResult = z.infer<typeof FollowupResult>;
