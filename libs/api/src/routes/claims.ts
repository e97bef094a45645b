import { z } from 'zod';
import { FollowupBody, FollowupResult } from '../ai.ts';
import { Claim, ClaimQuery } from '../claim.ts';
import { ClaimBody, ClaimDecisionBody, ClaimStatusBody, StatedReservation, UpdateClaimBody } from '../claim-bodies.ts';
import { ClaimPayoutBody, ClaimReserveBody } from '../claim-payout.ts';
import { idField, list } from '../fields.ts';
import { Reservation, ReservationLookupBody } from '../reservation.ts';
import { allowedActions, always, entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';

const service = 'claims';
const params = z.object({ id: idField('claim') });
const claim = { description: 'The claim', body: Claim, headers: entityTag };
const keyed = ['idempotency-key-in-flight', 'idempotency-key-reused'] as const;

export const stateReservation = route({
  operationId: 'stateReservation',
  service,
  method: 'post',
  path: '/api/reservation',
  summary: 'Record a reservation',
  description: 'As its booking system has it now. It replaces the earlier record. The answer is that of a lookup.',
  role: 'write',
  body: StatedReservation,
  responses: { 200: { description: 'The reservation', body: Reservation } },
  problems: [...withBody, 'not-found', ...guarded],
});

export const lookupReservation = route({
  operationId: 'lookupReservation',
  service,
  method: 'post',
  path: '/api/reservation/lookup',
  summary: 'Look up a reservation',
  description:
    'By claim token, which is a credential of its own, or by reservation reference. Callers with the role read find the ' +
    'references of their own organizations; guests need the `arrivalDate` beside the reference. If nothing is found, or it belongs to another organization, or the date is missing, the answer is the same 404.',
  role: 'none',
  heedsCredentials: true,
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
  responses: { 200: { description: 'The claims', body: list(Claim, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const getClaim = route({
  operationId: 'getClaim',
  service,
  method: 'get',
  path: '/api/claim/{id}',
  summary: 'Read a claim',
  role: 'read',
  params,
  responses: { 200: { ...claim, headers: { ...entityTag, ...allowedActions } } },
  problems: ['not-found', ...guarded],
  etag: true,
});

export const submitClaim = route({
  operationId: 'submitClaim',
  service,
  method: 'post',
  path: '/api/claim',
  summary: 'Submit a claim, or a draft',
  description:
    'Needs the role `write`, or the claim token of the reservation, which then gives organization and reservation. A draft can be submitted again, as a draft or finally. A claim for an unknown reservation is stored, and linked when the reservation comes. Claims with a token are limited: 10 submissions and lookups a minute (429), 20 claims a reservation (400).',
  role: 'none',
  heedsCredentials: true,
  body: ClaimBody,
  responses: {
    200: { ...claim, description: 'The claim, which was there already' },
    201: { ...claim, description: 'The new claim', headers: { ...entityTag, ...location } },
  },
  problems: [...withBody, 'not-found', 'invalid-transition', ...keyed, ...guarded],
  idempotencyKey: true,
  etag: true,
});

export const updateClaim = route({
  operationId: 'updateClaim',
  service,
  method: 'put',
  path: '/api/claim/{id}',
  summary: 'Add to a claim',
  description:
    'Single values are replaced; documents, addresses and answers are added. Once the claim is decided, callers without the role `adjust` only add (409).',
  role: 'write',
  params,
  body: UpdateClaimBody,
  responses: { 200: claim },
  problems: [...withBody, 'not-found', 'invalid-transition', 'version-mismatch', ...guarded],
  etag: true,
});

export const setClaimStatus = route({
  operationId: 'setClaimStatus',
  service,
  method: 'patch',
  path: '/api/claim/{id}/status',
  summary: 'Move a claim to another state',
  description:
    'APPROVED and DENIED come from a decision, PAID from payouts. SUBMITTED and WITHDRAWN need the role `write`, the ' +
    'others the role `adjust`. The same state again changes nothing.',
  role: ['write', 'adjust'],
  params,
  body: ClaimStatusBody,
  responses: { 200: claim },
  problems: [...withBody, 'not-found', 'invalid-transition', 'claim-has-payouts', 'version-mismatch', ...guarded],
  etag: true,
});

export const decideClaim = route({
  operationId: 'decideClaim',
  service,
  method: 'post',
  path: '/api/claim/{id}/decision',
  summary: 'Decide a claim',
  description:
    'Possible in UNDER_REVIEW. The cover on the night of the damage is looked up again and stored. The same decision again changes nothing. Moving the claim back to UNDER_REVIEW takes the decision back, if nothing was paid out.',
  role: 'adjust',
  params,
  body: ClaimDecisionBody,
  responses: { 200: claim },
  problems: [
    ...withBody,
    'not-found',
    'invalid-transition',
    'claim-incomplete',
    'not-covered',
    'currency-mismatch',
    'exceeds-cover',
    'claim-has-payouts',
    'version-mismatch',
    ...guarded,
  ],
  etag: true,
});

export const setClaimReserve = route({
  operationId: 'setClaimReserve',
  service,
  method: 'put',
  path: '/api/claim/{id}/reserve',
  summary: 'Set aside what a claim will cost',
  description:
    'Until it is decided. An approval reserves what it approves; a denial, a withdrawal and the end of a claim release what ' +
    'is left. The same amount again changes nothing.',
  role: 'adjust',
  params,
  body: ClaimReserveBody,
  responses: { 200: claim },
  problems: [...withBody, 'not-found', 'invalid-transition', 'version-mismatch', ...guarded],
  etag: true,
});

export const addClaimPayout = route({
  operationId: 'addClaimPayout',
  service,
  method: 'post',
  path: '/api/claim/{id}/payouts',
  summary: 'Record a payout of an approved claim, or take one back',
  description:
    'Payouts are recorded, no money is moved. Together they are at most what was approved; when all of it is paid the claim ' +
    'is PAID. One with a negative amount and `reverses` takes a payout back: a PAID claim is APPROVED again.',
  role: 'adjust',
  params,
  body: ClaimPayoutBody,
  responses: { 201: { ...claim, description: 'The claim with its payouts' } },
  problems: [
    ...withBody,
    'not-found',
    'invalid-transition',
    'exceeds-approved',
    'payout-reversed',
    'version-mismatch',
    ...keyed,
    ...guarded,
  ],
  idempotencyKey: true,
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

export const claimsRoutes = [
  stateReservation,
  lookupReservation,
  submitClaim,
  listClaims,
  getClaim,
  updateClaim,
  setClaimStatus,
  decideClaim,
  setClaimReserve,
  addClaimPayout,
  assessFollowup,
] as const;
