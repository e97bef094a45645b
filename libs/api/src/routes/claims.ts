import { z } from 'zod';
import { FollowupBody, FollowupResult } from '../ai.ts';
import { Claim, ClaimQuery } from '../claim.ts';
import { idOf, list } from '../fields.ts';
import { Reservation, ReservationLookupBody } from '../reservation.ts';
import { always, entityTag, guarded, nextPage, route, withBody } from '../route.ts';

const service = 'claims';

export const lookupReservation = route({
  operationId: 'lookupReservation',
  service,
  method: 'post',
  path: '/api/reservation/lookup',
  summary: 'Look up a reservation',
  description:
    'By claim token, which is a credential of its own, or by reservation reference. Callers with the role read find the ' +
    'references of their own organizations; guests need the `arrivalDate` beside the reference. What is not found, is of ' +
    'another organization or lacks the date is the same 404.',
  role: 'none',
  body: ReservationLookupBody,
  responses: { 200: { description: 'The reservation', body: Reservation } },
  problems: [...withBody, 'unauthenticated', 'not-found', ...always],
});

export const listClaims = route({
  operationId: 'listClaims',
  service,
  method: 'get',
  path: '/api/claim',
  summary: 'List claims',
  description: 'Without a filter: all that the caller may see.',
  role: 'read',
  query: ClaimQuery,
  responses: { 200: { description: 'The claims, oldest first', body: list(Claim, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const getClaim = route({
  operationId: 'getClaim',
  service,
  method: 'get',
  path: '/api/claim/{id}',
  summary: 'Read a claim',
  role: 'read',
  params: z.object({ id: idOf('claim') }),
  responses: { 200: { description: 'The claim', body: Claim, headers: entityTag } },
  problems: ['not-found', ...guarded],
  etag: true,
});

export const assessFollowup = route({
  operationId: 'assessFollowup',
  service,
  method: 'post',
  path: '/api/ai/followup',
  summary: 'Follow-up questions and a preliminary amount for a draft claim',
  description: 'The assessment advises; it never decides.',
  role: 'write',
  body: FollowupBody,
  responses: { 200: { description: 'The questions and the range', body: FollowupResult } },
  problems: [...withBody, 'not-found', ...guarded],
});

export const claimsRoutes = [lookupReservation, listClaims, getClaim, assessFollowup] as const;
