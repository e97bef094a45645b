import { Enrollment, fields, Policy, PolicyChange, PolicyStatus, schemaExample } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

/** A policy as events carry it: enrollments travel in events of their own. */
export const PolicyState = Policy.omit({
  enrolledProperties: true,
  activeEnrollments: true,
  activeEnrollmentCount: true,
})
  .extend({
    // Events from before these members do not have them.
    boundAt: Policy.shape.boundAt.default(null),
    nextChangeOn: Policy.shape.nextChangeOn.default(null),
    cancellation: Policy.shape.cancellation.default(null),
  })
  .meta({
    id: 'PolicyState',
    description: 'A policy without its enrollments',
  });
export type PolicyState = z.infer<typeof PolicyState>;

export const policyStateExample = PolicyState.parse(schemaExample(Policy));
const { id: policyId, organizationId, version } = policyStateExample;
const renewalId = '01a7b263-1130-7e3c-8974-00e24e06a13d';

const tooLong = 'null: too long for an event; the list of changes has it';

/** A dated change as events carry it. */
export const DatedChange = PolicyChange.pick({
  sequence: true,
  kind: true,
  effectiveFrom: true,
  status: true,
  reason: true,
})
  .extend({
    members: PolicyChange.shape.members
      .nullable()
      .meta({ description: `Dated members of the policy and their new values. ${tooLong}` }),
    addedRates: PolicyChange.shape.addedRates
      .nullable()
      .meta({ description: `What a renewal adds to the rate table. ${tooLong}` }),
  })
  .meta({ id: 'DatedChange', description: 'A dated change of a policy' });
export type DatedChange = z.infer<typeof DatedChange>;

const changeExample = DatedChange.parse({ ...schemaExample(PolicyChange), effectiveFrom: '2026-12-01' });

const state = {
  ...aggregate,
  policyId: fields.uuid,
  policy: PolicyState,
  // Events from before these members do not have them.
  change: DatedChange.nullable()
    .default(null)
    .meta({ description: 'The dated change that was recorded; null: none was, or one was withdrawn' }),
  changesAhead: fields.longList(DatedChange).default([]).meta({
    description:
      'The recorded changes from `policy.nextChangeOn` on, at most 100, in order of effect; none where that is null. What a policy shows already, as its term is still to come, may be missing',
  }),
};
const stateExample = {
  organizationId,
  version,
  policyId,
  policy: { ...policyStateExample, nextChangeOn: changeExample.effectiveFrom },
  change: changeExample,
  changesAhead: [changeExample],
};

export const policyCreated = defineEvent('policy', {
  name: 'policy-created',
  summary: 'A policy was created',
  data: z.object(state),
  aggregateId: policyId,
  example: {
    ...stateExample,
    version: 1,
    policy: { ...policyStateExample, status: 'PENDING', version: 1 },
    change: null,
    changesAhead: [],
  },
});

export const policyChanged = defineEvent('policy', {
  name: 'policy-changed',
  summary: 'A policy was changed, other than its state',
  data: z.object(state),
  aggregateId: policyId,
  example: stateExample,
});

export const policyStatusChanged = defineEvent('policy', {
  name: 'policy-status-changed',
  summary: 'A policy moved to another state',
  data: z.object({ ...state, previousStatus: PolicyStatus }),
  aggregateId: policyId,
  example: { ...stateExample, previousStatus: 'PENDING' },
});

export const enrollmentChanged = defineEvent('policy', {
  name: 'enrollment-changed',
  summary: 'Enrollments of a policy began, changed or ended; more than 500 come in several parts of one version',
  data: z.object({
    ...aggregate,
    policyId: fields.uuid,
    changes: fields.list(Enrollment, 500, 1),
    part: z.int().min(1),
    parts: z.int().min(1),
  }),
  aggregateId: policyId,
  example: { organizationId, version, policyId, changes: [schemaExample(Enrollment)], part: 1, parts: 1 },
});

export const termRenewed = defineEvent('policy', {
  name: 'term-renewed',
  summary: 'A policy got its next term, as its renewal requested',
  data: z.object({ ...state, renewalId: fields.uuid, previousTermEnd: fields.calendarDate }),
  aggregateId: policyId,
  example: {
    ...stateExample,
    version: 9,
    renewalId,
    previousTermEnd: '2027-10-31',
    policy: {
      ...policyStateExample,
      termStart: '2027-11-01',
      termEnd: '2028-10-31',
      ratePerNight: 4.5,
      currentRenewalId: renewalId,
      renewalCount: 1,
      version: 9,
    },
  },
});

export const renewalRejected = defineEvent('policy', {
  name: 'renewal-rejected',
  summary: 'A policy could not be renewed as requested',
  data: z.object({
    ...aggregate,
    policyId: fields.uuid,
    policy: PolicyState,
    changesAhead: state.changesAhead,
    renewalId: fields.uuid,
    reason: fields.longText,
  }),
  aggregateId: renewalId,
  example: {
    organizationId,
    version,
    policyId,
    policy: policyStateExample,
    changesAhead: [],
    renewalId,
    reason: 'The policy is CANCELLED.',
  },
});
