import { Enrollment, exampleOf, fields } from '@staycover/api';
import { z } from 'zod';
import type { Publisher } from './envelope.ts';
import { PolicyState, policyStateExample } from './policy.ts';

/** A request to another service that needs its authoritative answer now. */
export type RpcDefinition<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = {
  service: Publisher;
  operation: string;
  /** `rpc.policy.get`; outside `insurance.`, where a stream would answer. */
  subject: string;
  summary: string;
  /** The services that may ask; nobody else's request reaches the service. */
  callers: readonly Publisher[];
  request: Request;
  response: Response;
  example: { request: z.input<Request>; response: z.input<Response> };
};

/** Defines a request and its answer. */
export const defineRpc = <Request extends z.ZodType, Response extends z.ZodType>(
  definition: Omit<RpcDefinition<Request, Response>, 'subject'>,
): RpcDefinition<Request, Response> => ({
  ...definition,
  subject: `rpc.${definition.service}.${definition.operation}`,
});

export const RpcFailure = z
  .object({ error: z.object({ code: fields.longText, detail: fields.longText }) })
  .meta({ id: 'RpcFailure', description: "The request was not carried out; `code` is a problem's slug" });
export type RpcFailure = z.infer<typeof RpcFailure>;

export const EnrollmentFacts = Enrollment.extend({
  state: fields.longText.nullable().meta({ description: 'State of the property' }),
  electionId: fields.longText.nullable().meta({ description: 'Coverage election that the enrollment follows from' }),
}).meta({ id: 'EnrollmentFacts', description: 'An enrollment with what billing needs to know beside it' });
export type EnrollmentFacts = z.infer<typeof EnrollmentFacts>;

export const PolicyGetRequest = z.object({
  policyId: fields.longText,
  organizationId: fields.organizationId.nullable().meta({ description: 'null: of whatever organization' }),
  version: z.int().min(1).optional().meta({ description: 'Pins further pages to the version of the first' }),
  cursor: fields.longText.nullish(),
  limit: z.int().min(1).max(500).optional().meta({ description: 'Enrollments of a page, 500 by default' }),
});
export type PolicyGetRequest = z.infer<typeof PolicyGetRequest>;

export const PolicySnapshot = z
  .object({
    policy: PolicyState,
    terms: fields
      .longList(
        z.object({
          termStart: fields.calendarDate,
          termEnd: fields.calendarDate,
          ratePerNight: z.number().nullish().meta({ description: 'Flat rate of nights in this term' }),
          lossFundRatePerNight: z.number().nullish(),
        }),
      )
      .meta({ description: 'All terms, oldest first, with the current one' }),
    coverageEndsOn: fields.calendarDate
      .nullable()
      .meta({ description: 'First day without cover after a cancellation or supersession' }),
    enrollments: fields.longList(EnrollmentFacts),
    nextCursor: fields.longText.nullable(),
  })
  .meta({ id: 'PolicySnapshot', description: 'A policy with its terms and a page of its enrollments' });
export type PolicySnapshot = z.infer<typeof PolicySnapshot>;

export const policyGet = defineRpc({
  service: 'policy',
  operation: 'get',
  summary: 'Read a policy with its terms and enrollments; fails with not-found or version-changed',
  callers: ['billing'],
  request: PolicyGetRequest,
  response: z.union([PolicySnapshot, RpcFailure]),
  example: {
    request: { policyId: policyStateExample.id, organizationId: 'acme-stays', limit: 500 },
    response: {
      policy: policyStateExample,
      terms: [{ termStart: policyStateExample.termStart, termEnd: policyStateExample.termEnd }],
      coverageEndsOn: null,
      enrollments: [{ ...exampleOf(Enrollment), state: 'FL', electionId: 'el-1' }],
      nextCursor: null,
    },
  },
});

export const ledgerAccounts = ['COLLECTED_PREMIUM', 'RETAINED_PREMIUM', 'LOSS_FUND', 'PARTNER', 'SERVICE'] as const;

export const LedgerBalance = z
  .object({
    policyId: fields.uuid,
    currency: fields.longText,
    account: z.enum(ledgerAccounts),
    balanceCents: fields.cents.meta({ description: 'What the account holds, in minor units' }),
  })
  .meta({ id: 'LedgerBalance', description: 'What an account of the loss-fund ledger holds for a policy' });
export type LedgerBalance = z.infer<typeof LedgerBalance>;

export const ledgerBalances = defineRpc({
  service: 'claims',
  operation: 'ledger-balances',
  summary: 'Read what the accounts of the loss-fund ledger hold, of one policy or of all the organization has',
  callers: [],
  request: z.object({ organizationId: fields.organizationId, policyId: fields.uuid.nullish() }),
  response: z.union([z.object({ balances: fields.longList(LedgerBalance) }), RpcFailure]),
  example: {
    request: { organizationId: 'acme-stays', policyId: policyStateExample.id },
    response: {
      balances: [
        { policyId: policyStateExample.id, currency: 'USD', account: 'COLLECTED_PREMIUM', balanceCents: 12_750 },
        { policyId: policyStateExample.id, currency: 'USD', account: 'LOSS_FUND', balanceCents: 3_300 },
        { policyId: policyStateExample.id, currency: 'USD', account: 'RETAINED_PREMIUM', balanceCents: 9_450 },
      ],
    },
  },
});

const SERVICES: readonly Publisher[] = ['contract', 'policy', 'billing', 'renewal', 'claims'];

/** What operators ask of every service, as the administrator of NATS. */
export const deadLetterReplays = SERVICES.map((service) =>
  defineRpc({
    service,
    operation: 'replay-dead-letter',
    summary: 'Process a dead letter again, through the same handler, under the same event id; for operators',
    callers: [],
    request: z.object({ id: fields.longText, operator: z.string().min(1).max(255) }),
    response: z.union([
      z.object({ outcome: z.enum(['REPLAYED', 'DUPLICATE', 'REJECTED']), reason: fields.longText.nullable() }),
      RpcFailure,
    ]),
    example: { request: { id: '17', operator: 'dana' }, response: { outcome: 'REPLAYED', reason: null } },
  }),
);

export const rpcs = [policyGet, ledgerBalances, ...deadLetterReplays] as const;
