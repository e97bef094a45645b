import type { CommandDeps } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { PaymentEvents, PaymentProvider } from '../adapters/payment-provider.ts';
import type { Asked, Known } from '../adapters/policy-service.ts';
import type { PolicyRead } from '../billable-policy.ts';
import type { BillingRules } from '../config.ts';

/** What the use cases of billing are made with. */
export type BillingDeps = CommandDeps & {
  logger: Logger;
  rules: BillingRules;
  events: PaymentEvents;
  /** Without one, invoices are sent and collected by hand. */
  provider?: PaymentProvider | undefined;
  readPolicy: (actor: Actor, policyId: string, known?: Known) => Promise<PolicyRead>;
  readPolicies: (asked: readonly Asked[]) => Promise<Map<string, PolicyRead>>;
};

export type WithProvider = BillingDeps & { provider: PaymentProvider };

/** `assertFresh` refuses to send a draft that its policy has made cheaper. */
export type SendingDeps = BillingDeps & { assertFresh?: (actor: Actor, invoiceId: string) => Promise<void> };

/** For commands on accounts, in a transaction. */
export type AccountDeps = Pick<BillingDeps, 'clock' | 'newId' | 'rules'>;
