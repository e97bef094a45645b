import * as api from '@staycover/api';
import { z } from 'zod';
import { defineInbound } from './define.ts';

const { fields } = api;
const organizationId = 'acme-stays';
const policyId = '01a182d4-4751-79ac-8d83-fcf043f9cadb';
const claimId = '01a1e36a-6fcc-77bd-8e0a-d6f5823115e0';

export const dealClosed = defineInbound({
  name: 'deal-closed',
  summary: 'A deal was won; the body is that of the webhook',
  data: api.DealBody,
  example: api.DealBody.meta()?.['example'] as z.input<typeof api.DealBody>,
});

export const coverageElectionChanged = defineInbound({
  name: 'coverage-election-changed',
  summary:
    'Elections for one policy, or for all policies of the organization; a later one replaces that of the same electionId',
  data: z.object({
    organizationId: fields.organizationId,
    policyId: fields.uuid.nullish(),
    elections: api.elections(api.Election, 1),
  }),
  example: { organizationId, policyId, elections: [api.schemaExample(api.Election)] },
});

const nights = fields.integer(1, 3650);

const stay = z.tuple([fields.calendarDate, fields.calendarDate]);

const OrderLine = z
  .object({
    orderLineId: fields.name,
    propertyId: fields.name,
    propertyName: fields.propertyName,
    arrivalDate: fields.calendarDate,
    departureDate: fields.calendarDate,
    nights,
    ratePerNight: fields.rate.nullish(),
  })
  .refine(
    ...api.rule(['nights'], 'must be the nights from arrivalDate to departureDate', (get) => {
      const dates = stay.safeParse([get('arrivalDate'), get('departureDate')]);
      if (!dates.success || typeof get('nights') !== 'number') return true;
      const [arrival, departure] = dates.data.map((date) => Temporal.PlainDate.from(date));
      return arrival!.until(departure!).days === get('nights');
    }),
  );

export const orderConfirmed = defineInbound({
  name: 'order-confirmed',
  summary:
    'Stays of a policy that is billed per reservation; a later confirmation of the order replaces an earlier one',
  data: z.object({
    organizationId: fields.organizationId,
    policyId: fields.uuid,
    orderId: fields.name,
    orderReference: fields.shortText.nullish(),
    lines: fields
      .list(OrderLine, 500, 1)
      .refine(...api.unique<{ orderLineId: string }>((line) => line?.orderLineId, 'must not repeat an orderLineId')),
  }),
  example: {
    organizationId,
    policyId,
    orderId: 'ord-5001',
    orderReference: 'RES-88123',
    lines: [
      {
        orderLineId: 'ord-5001-1',
        propertyId: 'prop-101',
        propertyName: 'Beach House',
        arrivalDate: '2026-11-12',
        departureDate: '2026-11-15',
        nights: 3,
        ratePerNight: 8.3,
      },
    ],
  },
});

export const orderCancelled = defineInbound({
  name: 'order-cancelled',
  summary: 'An order, or some of its lines, is cancelled',
  data: z.object({
    organizationId: fields.organizationId,
    orderId: fields.name,
    orderLineIds: fields.list(fields.name, 500, 1).nullish().meta({ description: 'All lines by default' }),
  }),
  example: { organizationId, orderId: 'ord-5001', orderLineIds: ['ord-5001-1'] },
});

export const reservationSynced = defineInbound({
  name: 'reservation-synced',
  summary: 'A reservation as its booking system has it now',
  data: z
    .object({ organizationId: fields.organizationId, ...api.reservationFields })
    .refine(...api.notAbove('arrivalDate', 'departureDate')),
  example: { organizationId, ...api.schemaExample(api.ReservationBody) },
});

export const claimSubmitted = defineInbound({
  name: 'claim-submitted',
  summary: "A claim or a draft, under the sender's UUID",
  data: z
    .object({
      organizationId: fields.organizationId,
      claimId: fields.uuid,
      ...api.claimedReservation,
      ...api.submissionDetails,
    })
    .refine(...api.anyOf('reservationReferenceId', 'reservationId')),
  example: {
    organizationId,
    claimId,
    reservationReferenceId: 'RES-88123',
    damageDate: '2026-11-14',
    damageDescription: 'The television fell off the wall and its screen is broken.',
    estimateAmount: 600,
    category: 'ELECTRONICS',
    coverageType: 'CONTENTS',
    documents: [api.schemaExample(api.ClaimDocument)],
    claimUrls: [{ url: 'https://shop.example/tv-55', description: 'The same television new' }],
    draft: false,
  },
});

export const claimUpdated = defineInbound({
  name: 'claim-updated',
  summary: 'A claim changes its state or gets more information; absent members are kept',
  data: z.object({
    organizationId: fields.organizationId,
    claimId: fields.uuid,
    changedBy: fields.name,
    statusName: api.ClaimStatus.optional(),
    ...api.amendment,
  }),
  example: {
    organizationId,
    claimId,
    changedBy: 'adjuster-4',
    statusName: 'UNDER_REVIEW',
    followupAnswers: { 'How old is the television?': 'Two years.' },
  },
});
