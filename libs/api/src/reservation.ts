import { z } from 'zod';
import { amount, calendarDate, integer, list, longList, longText, name, shortText, text } from './fields.ts';
import { personal } from './personal-data.ts';
import { anyOf, component, notAbove, schemaExample } from './rules.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);

const ReservedProperty = z.object({
  id: z.int().nullable(),
  name: longText.nullable(),
  ...personal({ address: longText.nullable() }),
});

const SelectedPolicy = z.object({
  policyId: z.int().nullable(),
  policyName: longText.nullable(),
  damageCoverage: z.number().nullable(),
  liabilityCoverage: z.number().nullable(),
  dwellingCoverage: z.number().nullable(),
  price: z.number(),
  currencyId: z.int().nullable(),
});

export const Reservation = component(
  z.object({
    reservationId: z.int().nullable(),
    reservationReferenceId: longText,
    arrivalDate: calendarDate,
    departureDate: calendarDate,
    numberOfNights: z.int(),
    numberOfGuests: z.int().nullable(),
    property: ReservedProperty.nullable(),
    propertyId: longText.nullable().meta({ description: 'The property as policies name it' }),
    selectedPolicies: longList(SelectedPolicy),
    totalInsuranceCost: z.number().meta({ description: 'Sum of the prices of the selected policies' }),
    ...personal({
      claimToken: longText.nullable().meta({ description: 'A credential; null for callers who may not see it' }),
    }),
    isInsured: z.boolean(),
  }),
  {
    id: 'Reservation',
    description: 'A stay with its property and the insurance chosen for it',
    example: {
      reservationId: 88_123,
      reservationReferenceId: 'RES-88123',
      arrivalDate: '2026-11-12',
      departureDate: '2026-11-15',
      numberOfNights: 3,
      numberOfGuests: 4,
      property: { id: 101, name: 'Beach House', address: '7 Ocean Drive, Miami Beach, FL 33139' },
      propertyId: 'prop-101',
      selectedPolicies: [
        {
          policyId: 12,
          policyName: 'Damage protection',
          damageCoverage: 3000,
          liabilityCoverage: 100_000,
          dwellingCoverage: 0,
          price: 24.9,
          currencyId: 840,
        },
      ],
      totalInsuranceCost: 24.9,
      claimToken: 'q7Zr1xT0mVb3N8yKfJ2uLw',
      isInsured: true,
    },
  },
);
export type Reservation = z.infer<typeof Reservation>;

export const ReservationLookupBody = component(
  z
    .object({
      ...personal({ claimToken: name.nullish() }),
      reservationReferenceId: name.nullish(),
      arrivalDate: calendarDate.nullish().meta({
        description:
          'If given, only a reservation with this arrival is found; guests need it together with a reference',
      }),
    })
    .refine(...anyOf('claimToken', 'reservationReferenceId')),
  {
    id: 'ReservationLookupBody',
    description: 'A claim token, a reference, or both of the same reservation',
    example: { reservationReferenceId: 'RES-88123' },
  },
);
export type ReservationLookupBody = z.infer<typeof ReservationLookupBody>;

const propertyBody = z.object({
  id: count.nullish(),
  name: shortText.nullish(),
  ...personal({ address: text(500).nullish() }),
});

const selectedPolicyBody = z.object({
  policyId: count.nullish(),
  policyName: shortText.nullish(),
  damageCoverage: amount.nullish(),
  liabilityCoverage: amount.nullish(),
  dwellingCoverage: amount.nullish(),
  deductible: amount.nullish().meta({ description: 'What a claim leaves to the insured; lowers suggested amounts' }),
  price: amount,
  currencyId: count.nullish(),
});

/** Members of a reservation that callers can set, in a sync and in a draft claim; the rest is derived. */
export const reservationFields = {
  reservationId: count.nullish(),
  reservationReferenceId: name,
  arrivalDate: calendarDate,
  departureDate: calendarDate,
  numberOfNights: count.nullish().meta({ description: 'Nights between the dates by default' }),
  numberOfGuests: count.nullish(),
  property: propertyBody.nullish(),
  propertyId: name.nullish().meta({ description: 'The property as policies name it; the id of `property` by default' }),
  selectedPolicies: list(selectedPolicyBody, 100).optional(),
  ...personal({
    claimToken: name.nullish().meta({
      description:
        'Made by this platform when the reservation brings none. One that is brought should be as hard to guess: 22 random characters.',
    }),
  }),
};

export const ReservationBody = component(
  z.object(reservationFields).refine(...notAbove('arrivalDate', 'departureDate')),
  {
    id: 'ReservationBody',
    description: 'A reservation as a booking system states it; a later statement replaces an earlier one',
    example: (({ totalInsuranceCost: _cost, isInsured: _insured, ...stated }) => stated)(schemaExample(Reservation)),
  },
);
export type ReservationBody = z.infer<typeof ReservationBody>;
