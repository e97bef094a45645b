import { fields, serviceNames } from '@staycover/api';
import { z } from 'zod';
import { defineRpc, RpcFailure } from './define-rpc.ts';
import { policyStateExample } from './policy.ts';
import { policyCover, policyGet, policyGetMany } from './policy-rpc.ts';

export const ledgerAccounts = [
  'COLLECTED_PREMIUM',
  'RETAINED_PREMIUM',
  'LOSS_FUND',
  'PARTNER',
  'SERVICE',
  'CLAIM_RESERVE',
  'CLAIMS_PAID',
] as const;

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

/** What operators ask of every service, as the administrator of NATS. */
export const deadLetterReplays = serviceNames.map((service) =>
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

export const rpcs = [policyGet, policyGetMany, policyCover, ledgerBalances, ...deadLetterReplays] as const;
