import { z } from 'zod';
import { CoverageBody } from './coverage.ts';
import { ElectionBody, EnrolledPropertyBody, elections } from './enrollment.ts';
import * as f from './fields.ts';
import { dayAndNameCursor, idCursor, orderedPaging, paging, view } from './list.ts';
import { cancellationReasons, PolicyStatus } from './policy.ts';
import { atCreation, effectiveFrom, withPolicyRules, writable } from './policy-members.ts';
import { component, orNull, rule, schemaExample } from './rules.ts';

const sample = {
  name: 'Acme Stays damage protection',
  ratePerNight: 4.25,
  lossFundRatePerNight: 1.1,
  planId: 'plan-standard',
  supportedStates: ['FL', 'GA'],
  coverage: schemaExample(CoverageBody),
};

export const CreatePolicyBody = component(withPolicyRules(z.object({ ...atCreation, ...writable })), {
  id: 'CreatePolicyBody',
  description: 'A new policy; it starts PENDING',
  example: {
    organizationId: 'acme-stays',
    ...sample,
    termStart: '2026-11-01',
    termEnd: '2027-10-31',
    enrolledProperties: [schemaExample(EnrolledPropertyBody)],
  },
});
export type CreatePolicyBody = z.infer<typeof CreatePolicyBody>;

export const UpdatePolicyBody = component(withPolicyRules(z.object({ ...writable, effectiveFrom })), {
  id: 'UpdatePolicyBody',
  description:
    'What to change: absent members are kept, `null` clears one. Lists are replaced, and so are the ' +
    "policy's own coverage elections; `coverage` is changed member by member.",
  example: { ratePerNight: 4.5, coverage: { deductible: 300 }, maxNights: null },
});
export type UpdatePolicyBody = z.infer<typeof UpdatePolicyBody>;

export const PolicyStatusBody = component(
  z.object({
    status: PolicyStatus,
    effectiveDate: f.calendarDate.optional().meta({
      description:
        'The first day of the state: by default today, or for a cancellation the first day that its notice allows',
    }),
    reason: z
      .enum(cancellationReasons)
      .optional()
      .meta({ description: 'Why the policy is CANCELLED, AGREED by default; it decides the notice' }),
    note: f.notes.nullish(),
  }),
  {
    id: 'PolicyStatusBody',
    description: 'The state to move the policy to',
    example: { status: 'ACTIVE' },
  },
);
export type PolicyStatusBody = z.infer<typeof PolicyStatusBody>;

const moved = PolicyStatusBody.shape;
const moveMembers = Object.keys(moved);

export const QuoteBody = component(
  withPolicyRules(z.object({ ...writable, effectiveFrom, ...moved, status: PolicyStatus.optional() }))
    .refine(
      ...rule(
        ['status'],
        'must be there for effectiveDate, reason and note',
        (get) => get('status') !== undefined || moveMembers.every((name) => get(name) === undefined),
      ),
    )
    .refine(
      ...rule(
        ['status'],
        'must not come with members of the policy',
        (get) =>
          get('status') === undefined ||
          [...Object.keys(writable), 'effectiveFrom'].every((name) => get(name) === undefined),
      ),
    ),
  {
    id: 'QuoteBody',
    description:
      'A change of the policy to be quoted: the body of a PUT of the policy, or with `status` the body of a PATCH of its status',
    example: { status: 'CANCELLED' },
  },
);
export type QuoteBody = z.infer<typeof QuoteBody>;

/** The members that decide cover or price, and so hold from a day on. */
export const datedMembers = {
  ratePerNight: true,
  ratePerMonth: true,
  ratePerReservation: true,
  lossFundRatePerNight: true,
  rateTableVersions: true,
  planId: true,
  billingFrequency: true,
  minNights: true,
  maxNights: true,
  supportedStates: true,
  supportedCountries: true,
  excludedPropertyTypes: true,
  eligibilityOverrides: true,
  coveredCategories: true,
  categoryExclusions: true,
  selectedSelfCoverage: true,
  coverage: true,
} as const;

/** What a correction may give other values. */
const dated = z.object(writable).pick(datedMembers).shape;

export const correctableStatuses = ['ACTIVE', 'SUSPENDED', 'CANCELLED'] as const;

export const CorrectPolicyBody = component(
  withPolicyRules(
    z.object({
      effectiveFrom: f.calendarDate.meta({ description: 'From when it holds: today at the latest' }),
      reason: f.description.meta({ description: 'Why the past was not as it was recorded' }),
      note: f.notes.nullish(),
      status: z.enum(correctableStatuses).optional().meta({
        description:
          'CANCELLED: not in force from that day on. ACTIVE: ends a suspension, or takes back a cancellation of that day',
      }),
      ...dated,
      coverageElections: elections(ElectionBody).optional().meta({
        description:
          'Corrects only these elections: one with a first day replaces all that its id stood for, earlier nights too; one without counts from the day of the correction',
      }),
    }),
  ),
  {
    id: 'CorrectPolicyBody',
    description: 'A change of what was recorded for the past',
    example: { effectiveFrom: '2026-11-01', reason: 'The rate was agreed at 4.00', ratePerNight: 4 },
  },
);
export type CorrectPolicyBody = z.infer<typeof CorrectPolicyBody>;

const { organizationId: _organization, currency: _currency, ...besideOrganization } = atCreation;
const { contractId: _contract, termStart: _start, termEnd: _end, ...besideTerm } = writable;

const dealPolicy = { ...sample, coverageElections: [schemaExample(ElectionBody)] };

/** The policy of a deal. Organization, currency, term and contract are the deal's. */
export const DealPolicyBody = component(withPolicyRules(z.object(orNull({ ...besideOrganization, ...besideTerm }))), {
  id: 'DealPolicyBody',
  description: 'The policy that a deal starts; currency and term are those of the contract',
  example: dealPolicy,
});
export type DealPolicyBody = z.infer<typeof DealPolicyBody>;

/** What a policy takes of an event at most, in KiB, without its enrollments: the rest is for what comes with it. */
export const MOST_POLICY_KIB = 240;

/** The policy of a deal as the contract service hands it on: with the contract's term, currency and default rate. */
export const PolicyTerms = component(
  withPolicyRules(
    z.object({
      ...besideOrganization,
      ...writable,
      contractId: f.uuid,
      currency: f.currency,
      termStart: f.calendarDate,
      termEnd: f.calendarDate,
    }),
  ),
  {
    id: 'PolicyTerms',
    description: 'What the policy of a closed deal is created from',
    example: {
      ...dealPolicy,
      contractId: '01a182d4-4719-7132-888a-7f24aeff7c56',
      currency: 'USD',
      termStart: '2026-11-01',
      termEnd: '2027-10-31',
    },
  },
);
export type PolicyTerms = z.infer<typeof PolicyTerms>;

const viewed = { view: view('enrollments, `enrolledProperties` and `activeEnrollments` are empty') };

/** What the read of one policy knows; it has always ignored what it does not. */
export const PolicyViewQuery = z.looseObject(viewed);

export const EnrollmentQuery = z.object(paging(dayAndNameCursor));

export const PolicyQuery = z.object({
  organizationId: f.organizationId.optional(),
  contractId: f.name.overwrite(f.inSmallLetters).optional().meta({ description: 'Only policies of this contract' }),
  status: PolicyStatus.optional().meta({ description: 'Only policies in this state' }),
  ...viewed,
  ...orderedPaging(idCursor),
});
export type PolicyQuery = z.infer<typeof PolicyQuery>;

export const PolicyDocumentQuery = z.object({
  asOf: f.calendarDate.optional().meta({ description: 'The day that it speaks of; today by default' }),
});
