import { z } from 'zod';
import { longList, longText, map, timestamp } from './fields.ts';
import { personal } from './personal-data.ts';
import { component } from './rules.ts';

export const confidences = ['LOW', 'MEDIUM', 'HIGH'] as const;

const nullableNumber = z.number().nullable();

export const AiAssessment = component(
  z.object({
    followupQuestions: longList(longText),
    ...personal({ followupAnswers: map(longText, longText, 1_000).meta({ description: 'Answer by question' }) }),
    suggestedAmount: nullableNumber,
    suggestedAmountMin: nullableNumber,
    suggestedAmountMax: nullableNumber,
    confidence: z.enum(confidences).nullable(),
    reasoning: longText.nullable(),
    flags: longList(longText),
    assessedAt: timestamp.nullable(),
  }),
  {
    id: 'AiAssessment',
    description: 'A preliminary assessment; it advises and never decides',
    example: {
      followupQuestions: ['Can you upload the receipt of the television?'],
      followupAnswers: { 'Can you upload the receipt of the television?': 'Yes, it is attached.' },
      suggestedAmount: 450,
      suggestedAmountMin: 300,
      suggestedAmountMax: 600,
      confidence: 'MEDIUM',
      reasoning: 'Photos show the damage; the age of the television is not known.',
      flags: ['RECEIPT_MISSING'],
      assessedAt: '2026-11-16T08:13:02.004Z',
    },
  },
);
export type AiAssessment = z.infer<typeof AiAssessment>;
