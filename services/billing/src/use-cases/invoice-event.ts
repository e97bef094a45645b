import type { billingEvents } from '@staycover/events';
import { type NewEvent, newEvent } from '@staycover/messaging';
import type { Invoice } from '../domain/invoice.ts';
import { invoiceState } from '../wire.ts';

type StateEvent =
  | typeof billingEvents.invoiceGenerated
  | typeof billingEvents.invoiceChanged
  | typeof billingEvents.invoicePaid
  | typeof billingEvents.invoicePastDue
  | typeof billingEvents.invoiceSuspended
  | typeof billingEvents.invoiceVoided
  | typeof billingEvents.invoiceUncollectible;

/** What every event of an invoice says. */
export const stateOf = (invoice: Invoice) => ({
  organizationId: invoice.organizationId,
  version: invoice.version,
  invoiceId: invoice.id,
  policyId: invoice.organizationPolicyId,
  invoice: invoiceState(invoice),
});

/** An event that carries the invoice after the change and nothing else. */
export const invoiceEvent = (definition: StateEvent, invoice: Invoice): NewEvent =>
  newEvent(definition, invoice, stateOf(invoice));
