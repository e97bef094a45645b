import { z } from 'zod';
import { amount, calendarDate, longText, name, notes, signedAmount, timestamp, uuid } from './fields.ts';
import { personal } from './personal-data.ts';
import { component, isGiven, rule } from './rules.ts';

export const ClaimPayout = component(
  z.object({
    id: uuid,
    amount: z.number().meta({ description: 'Below 0 where it takes a payout back' }),
    paidOn: calendarDate,
    ...personal({ payee: longText.nullable() }),
    reference: longText.nullable(),
    reverses: uuid.nullable().meta({ description: 'The payout that it takes back, in whole or in part' }),
    recordedBy: longText,
    recordedDate: timestamp,
  }),
  {
    id: 'ClaimPayout',
    description: 'A payment for a claim, made outside of this platform and recorded here',
    example: {
      id: '01a1f9b2-0d4f-7c39-9a3e-5f0f6d2b7a10',
      amount: 350,
      paidOn: '2026-11-19',
      payee: 'Acme Stays LLC',
      reference: 'WIRE-20261119-7',
      reverses: null,
      recordedBy: 'adjuster-4',
      recordedDate: '2026-11-19T15:00:00.000Z',
    },
  },
);
export type ClaimPayout = z.infer<typeof ClaimPayout>;

export const ClaimReserveBody = component(z.object({ amount, note: notes.nullish() }), {
  id: 'ClaimReserveBody',
  description: 'What to set aside for a claim, as long as it is not decided',
  example: { amount: 350, note: 'The television of the listing, 3 years old' },
});
export type ClaimReserveBody = z.infer<typeof ClaimReserveBody>;

export const ClaimPayoutBody = component(
  z
    .object({
      amount: signedAmount.meta({ description: 'Above 0; below 0 with `reverses`', example: 350 }),
      paidOn: calendarDate.nullish().meta({ description: 'Today by default, never later' }),
      ...personal({ payee: name.nullish().meta({ description: 'Needed unless it reverses a payout' }) }),
      reference: name.nullish().meta({ description: 'What the payment is known by where the money is moved' }),
      reverses: uuid.nullish().meta({ description: 'The payout to take back, in whole or in part' }),
    })
    .refine(
      ...rule(
        ['amount'],
        'must be above 0, or below 0 with reverses',
        (get) =>
          typeof get('amount') !== 'number' ||
          (isGiven(get('reverses')) ? Number(get('amount')) < 0 : Number(get('amount')) > 0),
        {
          anyOf: [
            { properties: { reverses: { type: 'null' }, amount: { maximum: 0 } } },
            { properties: { reverses: { type: 'string' }, amount: { minimum: 0 } }, required: ['reverses'] },
          ],
        },
      ),
    )
    .refine(
      ...rule(
        ['payee'],
        'is needed unless the payout reverses one',
        (get) => isGiven(get('payee')) || isGiven(get('reverses')),
        {
          properties: { payee: { type: 'null' }, reverses: { type: 'null' } },
        },
      ),
    ),
  {
    id: 'ClaimPayoutBody',
    description: 'A payout that was made, or one that was taken back',
    example: { amount: 350, paidOn: '2026-11-19', payee: 'Acme Stays LLC', reference: 'WIRE-20261119-7' },
  },
);
export type ClaimPayoutBody = z.infer<typeof ClaimPayoutBody>;
