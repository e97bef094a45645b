import { z } from 'zod';
import { Enrollment } from '../enrollment.ts';
import { idField, integerParam, list, longText } from '../fields.ts';
import { Policy } from '../policy.ts';
import {
  CorrectPolicyBody,
  CreatePolicyBody,
  EnrollmentQuery,
  PolicyQuery,
  PolicyStatusBody,
  PolicyViewQuery,
  UpdatePolicyBody,
} from '../policy-bodies.ts';
import { PolicyChange, PolicyChangeQuery } from '../policy-change.ts';
import { allowedActions, entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';
import { getCertificate, getDeclarations } from './policy-document.ts';
import { policyRoles } from './roles.ts';

const service = 'policy';
const params = z.object({ id: idField('policy') });
const policy = { description: 'The policy', body: Policy, headers: entityTag };

export const createPolicy = route({
  operationId: 'createPolicy',
  service,
  method: 'post',
  path: '/api/policy',
  summary: 'Create a policy',
  description: 'It starts PENDING. Enrollments are derived from its coverage elections.',
  role: 'underwrite',
  body: CreatePolicyBody,
  responses: { 201: { ...policy, description: 'The new policy', headers: { ...entityTag, ...location } } },
  problems: [
    ...withBody,
    'not-found',
    'enrollment-limit',
    'idempotency-key-in-flight',
    'idempotency-key-reused',
    ...guarded,
  ],
  idempotencyKey: true,
  etag: true,
});

export const listPolicies = route({
  operationId: 'listPolicies',
  service,
  method: 'get',
  path: '/api/policy',
  summary: 'List policies',
  description: 'Without a filter: all that the caller may see.',
  role: 'read',
  query: PolicyQuery,
  responses: { 200: { description: 'The policies', body: list(Policy, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const getPolicy = route({
  operationId: 'getPolicy',
  service,
  method: 'get',
  path: '/api/policy/{id}',
  summary: 'Read a policy',
  role: 'read',
  params,
  query: PolicyViewQuery,
  responses: { 200: { ...policy, headers: { ...entityTag, ...allowedActions } } },
  problems: ['invalid-request', 'not-found', ...guarded],
  etag: true,
});

export const updatePolicy = route({
  operationId: 'updatePolicy',
  service,
  method: 'put',
  path: '/api/policy/{id}',
  summary: 'Change a policy',
  description:
    'Changes only the members in the body. Once the policy was ACTIVE, members that decide cover or price change from `effectiveFrom` on. Elections by a caller without the role `underwrite` keep the plan and the rate that they have, or that the last election of their scope had.',
  role: policyRoles,
  params,
  body: UpdatePolicyBody,
  responses: { 200: policy },
  problems: [
    ...withBody,
    'not-found',
    'policy-final',
    'policy-not-in-force',
    'retroactive-change',
    'change-limit',
    'enrollment-limit',
    'version-mismatch',
    ...guarded,
  ],
  etag: true,
});

export const setPolicyStatus = route({
  operationId: 'setPolicyStatus',
  service,
  method: 'patch',
  path: '/api/policy/{id}/status',
  summary: 'Move a policy to another state',
  description: 'With a later `effectiveDate` the new state is recorded, and takes effect on that day.',
  role: 'underwrite',
  params,
  body: PolicyStatusBody,
  responses: { 200: policy },
  problems: [
    ...withBody,
    'not-found',
    'invalid-transition',
    'retroactive-change',
    'notice-too-short',
    'version-mismatch',
    ...guarded,
  ],
  etag: true,
});

export const correctPolicy = route({
  operationId: 'correctPolicy',
  service,
  method: 'post',
  path: '/api/policy/{id}/correction',
  summary: 'Correct the past of a policy',
  description:
    'Also possible after the end of the policy. The next invoice bills the difference; a credit goes out in the next night at the latest.',
  role: 'underwrite',
  params,
  body: CorrectPolicyBody,
  responses: { 200: policy },
  problems: [
    ...withBody,
    'not-found',
    'policy-not-bound',
    'policy-not-in-force',
    'enrollment-limit',
    'version-mismatch',
    'idempotency-key-in-flight',
    'idempotency-key-reused',
    ...guarded,
  ],
  idempotencyKey: true,
  etag: true,
});

export const listEnrollments = route({
  operationId: 'listEnrollments',
  service,
  method: 'get',
  path: '/api/policy/{id}/enrollments',
  summary: 'List the enrollments of a policy',
  description: 'Every enrollment, also ended ones, by property and first night.',
  role: 'read',
  params,
  query: EnrollmentQuery,
  responses: {
    200: { description: 'The enrollments', body: list(Enrollment, 1_000), headers: { ...entityTag, ...nextPage } },
  },
  problems: ['invalid-request', 'not-found', ...guarded],
  etag: true,
});

export const listPolicyChanges = route({
  operationId: 'listPolicyChanges',
  service,
  method: 'get',
  path: '/api/policy/{id}/changes',
  summary: 'List the dated changes of a policy',
  description: 'In the order in which they were recorded. A policy that was never ACTIVE has none.',
  role: 'read',
  params,
  query: PolicyChangeQuery,
  responses: { 200: { description: 'The changes', body: list(PolicyChange, 1_000), headers: nextPage } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const withdrawPolicyChange = route({
  operationId: 'withdrawPolicyChange',
  service,
  method: 'delete',
  path: '/api/policy/{id}/changes/{sequence}',
  summary: 'Withdraw a change that is not in effect yet',
  description: 'It stays on the list as withdrawn. A second call changes nothing.',
  role: 'underwrite',
  params: params.extend({
    sequence: integerParam(1, 1_000_000_000).meta({ description: 'Of the change', example: 2 }),
  }),
  responses: { 200: policy },
  problems: ['invalid-request', 'not-found', 'change-in-effect', 'payload-too-large', 'version-mismatch', ...guarded],
  etag: true,
});

export const enrollProperties = route({
  operationId: 'enrollProperties',
  service,
  method: 'post',
  path: '/api/policy/{id}/enroll',
  summary: 'Retired: enroll properties directly',
  description: 'Always answers 410. Enrollments follow from coverage elections.',
  role: 'none',
  params,
  responses: {
    410: {
      description: 'The endpoint is retired',
      body: z.object({ message: longText }).meta({ example: { message: 'Direct enrollment is retired.' } }),
      headers: { Deprecation: 'Since when the endpoint is deprecated', Sunset: 'When it was retired' },
    },
  },
  problems: [],
  deprecated: true,
});

export const policyRoutes = [
  createPolicy,
  listPolicies,
  getPolicy,
  updatePolicy,
  setPolicyStatus,
  correctPolicy,
  listEnrollments,
  listPolicyChanges,
  withdrawPolicyChange,
  getCertificate,
  getDeclarations,
  enrollProperties,
] as const;
