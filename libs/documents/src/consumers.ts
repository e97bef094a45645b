// Generated from the subscriptions by `npm run docs:write`; a spec fails when it is not up to date.
import type { Consumer } from './types.ts';

/** Every durable consumer of the platform. */
export const knownConsumers: readonly Consumer[] = [
  { service: 'contract', event: { type: 'insurance.inbound.deal-closed.v1' } },
  { service: 'policy', event: { type: 'insurance.contract.deal-closed.v1' } },
  { service: 'policy', event: { type: 'insurance.inbound.coverage-election-changed.v1' } },
  { service: 'policy', event: { type: 'insurance.renewal.renewal-requested.v1' } },
  { service: 'policy', event: { type: 'insurance.renewal.renewal-notice-due.v1' } },
  { service: 'policy', event: { type: 'insurance.renewal.renewal-manual-review.v1' } },
  { service: 'policy', event: { type: 'insurance.billing.invoice-suspended.v1' } },
  { service: 'billing', event: { type: 'insurance.inbound.order-confirmed.v1' } },
  { service: 'billing', event: { type: 'insurance.inbound.order-cancelled.v1' } },
  { service: 'billing', event: { type: 'insurance.policy.policy-created.v1' } },
  { service: 'billing', event: { type: 'insurance.policy.policy-changed.v1' } },
  { service: 'billing', event: { type: 'insurance.policy.policy-status-changed.v1' } },
  { service: 'billing', event: { type: 'insurance.policy.term-renewed.v1' } },
  { service: 'renewal', event: { type: 'insurance.policy.policy-created.v1' } },
  { service: 'renewal', event: { type: 'insurance.policy.policy-changed.v1' } },
  { service: 'renewal', event: { type: 'insurance.policy.policy-status-changed.v1' } },
  { service: 'renewal', event: { type: 'insurance.policy.term-renewed.v1' } },
  { service: 'renewal', event: { type: 'insurance.policy.renewal-rejected.v1' } },
  { service: 'renewal', event: { type: 'insurance.billing.invoice-suspended.v1' } },
  { service: 'renewal', event: { type: 'insurance.billing.invoice-uncollectible.v1' } },
  { service: 'renewal', event: { type: 'insurance.billing.invoice-paid.v1' } },
  { service: 'renewal', event: { type: 'insurance.billing.invoice-voided.v1' } },
  { service: 'claims', event: { type: 'insurance.billing.reserve-split.v1' } },
  { service: 'claims', event: { type: 'insurance.billing.reserve-split-reversed.v1' } },
  { service: 'claims', event: { type: 'insurance.inbound.reservation-synced.v1' } },
  { service: 'claims', event: { type: 'insurance.inbound.claim-submitted.v1' } },
  { service: 'claims', event: { type: 'insurance.inbound.claim-updated.v1' } },
];
