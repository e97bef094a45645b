import { z } from 'zod';
import { idField, list } from '../fields.ts';
import { RenewalRecord, RenewalRun, UpcomingRenewal } from '../renewal.ts';
import {
  ProcessRenewalsBody,
  RenewalHistoryQuery,
  RenewalQuery,
  RenewalStatusBody,
  UpcomingRenewalsQuery,
} from '../renewal-bodies.ts';
import { allowedActions, entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';

const service = 'renewal';

export const listRenewals = route({
  operationId: 'listRenewals',
  service,
  method: 'get',
  path: '/api/renewal/policy/{policyId}',
  summary: 'Renewal history of a policy',
  role: 'read',
  params: z.object({ policyId: idField('policy') }),
  query: RenewalHistoryQuery,
  responses: { 200: { description: 'The records, oldest first', body: list(RenewalRecord, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const listAllRenewals = route({
  operationId: 'listAllRenewals',
  service,
  method: 'get',
  path: '/api/renewal',
  summary: 'List renewals',
  description:
    'Without a filter: all that the caller may see. With `status=MANUAL_REVIEW`: those that wait for a person.',
  role: 'read',
  query: RenewalQuery,
  responses: { 200: { description: 'The records', body: list(RenewalRecord, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const listUpcomingRenewals = route({
  operationId: 'listUpcomingRenewals',
  service,
  method: 'get',
  path: '/api/renewal/upcoming',
  summary: 'Policies with a term that ends soon',
  role: 'read',
  query: UpcomingRenewalsQuery,
  responses: { 200: { description: 'By end of term', body: list(UpcomingRenewal, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

const jobHeaders = { 'Preference-Applied': 'wait=N, as far as the wait was granted' };

export const processRenewals = route({
  operationId: 'processRenewals',
  service,
  outlives: true,
  method: 'post',
  path: '/api/renewal/process',
  summary: 'Process all policies due for renewal',
  description:
    'Waits up to 10 seconds for the end of the run, or as long as `Prefer: wait=N` asks, at most 60. An organization has at most 10 runs that have not ended; another one is 429 `rate-limited`. A repetition under the same `Idempotency-Key` answers the same run as it is now.',
  role: 'underwrite',
  body: ProcessRenewalsBody,
  optionalBody: true,
  responses: {
    200: { description: 'The finished run', body: RenewalRun, headers: jobHeaders },
    202: { description: 'The run goes on', body: RenewalRun, headers: { ...jobHeaders, ...location } },
  },
  problems: [...withBody, 'idempotency-key-in-flight', 'idempotency-key-reused', ...guarded],
  idempotencyKey: true,
});

export const getRenewalRun = route({
  operationId: 'getRenewalRun',
  service,
  method: 'get',
  path: '/api/renewal/process/{jobId}',
  summary: 'Read a run of the renewal job',
  role: 'read',
  params: z.object({ jobId: idField('run') }),
  responses: { 200: { description: 'The run', body: RenewalRun } },
  problems: ['not-found', ...guarded],
});

export const getRenewal = route({
  operationId: 'getRenewal',
  service,
  method: 'get',
  path: '/api/renewal/{id}',
  summary: 'Read a renewal',
  role: 'read',
  params: z.object({ id: idField('renewal') }),
  responses: {
    200: { description: 'The record', body: RenewalRecord, headers: { ...entityTag, ...allowedActions } },
  },
  problems: ['not-found', ...guarded],
  etag: true,
});

export const setRenewalStatus = route({
  operationId: 'setRenewalStatus',
  service,
  method: 'patch',
  path: '/api/renewal/{id}/status',
  summary: 'Move a renewal record to another state',
  description:
    'SCHEDULED approves a review, and resumes a renewal that failed or was cancelled, as long as the policy has not ended.',
  role: 'underwrite',
  params: z.object({ id: idField('renewal') }),
  body: RenewalStatusBody,
  responses: { 200: { description: 'The record', body: RenewalRecord, headers: entityTag } },
  problems: [...withBody, 'not-found', 'invalid-transition', 'policy-not-in-force', 'version-mismatch', ...guarded],
  etag: true,
});

export const renewalRoutes = [
  listAllRenewals,
  listRenewals,
  listUpcomingRenewals,
  processRenewals,
  getRenewalRun,
  getRenewal,
  setRenewalStatus,
] as const;
