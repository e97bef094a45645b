import { ConcurrentChange, createContext, inTransaction, type Target } from '@staycover/change';
import { type Actor, assertVersion, businessDate, DomainError, printedHash } from '@staycover/kernel';
import { atProvider, ProviderFailure } from '../adapters/payment-provider.ts';
import {
  beginDelivery,
  endDelivery,
  isFrozen,
  keepDelivery,
  leaveDelivery,
  type SendingInvoice,
} from '../db/deliveries.ts';
import { invoices, lockInvoice } from '../db/invoices.ts';
import { readAllLines } from '../db/lines.ts';
import { findCustomer, type Payer, type ProviderCustomer, putCustomer, readPayer } from '../db/payers.ts';
import { assertDraft, type Invoice, type InvoiceWithLines, isCreditNote } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { invoiceResource } from '../wire.ts';
import { allocateAfterSending } from './allocate-held.ts';
import type { SendingDeps, WithProvider } from './deps.ts';
import { mirrorSoon } from './mirror.ts';
import { storeIssued } from './on-account.ts';
import { processPending } from './receive-payment-event.ts';
import { setInvoiceStatus } from './set-invoice-status.ts';

/**
 * Sends a draft through the payment provider. The invoice is frozen meanwhile, and stays so when the outcome is not
 * known; sending it again then finds out. A credit note goes out with nothing at the provider.
 * @throws DomainError `not-found`, `payment-provider-not-configured`, `invoice-not-draft`, `invoice-frozen`,
 *   `draft-stale`, `invoice-not-deliverable`, `payment-provider-failed`.
 */
export const sendInvoice =
  (deps: SendingDeps) =>
  async (actor: Actor, target: Target): Promise<InvoiceWithLines> => {
    const { database, provider } = deps;
    const draft = await invoices.load(database, actor, target.id);
    if (!provider) {
      const detail = 'No payment provider is configured. Set the status to SENT instead and send the invoice yourself.';
      throw new DomainError('payment-provider-not-configured', detail);
    }
    if (isCreditNote(draft)) {
      assertDraft(draft);
      return setInvoiceStatus(deps)(actor, { ...target, ifMatch: target.ifMatch ?? draft.version, status: 'SENT' });
    }
    await deps.assertFresh?.(actor, target.id);
    const sending = await freeze({ ...deps, provider }, actor, target);
    const sent = await atProvider(() => deliver({ ...deps, provider }, actor, sending));
    // It is sent: what this lets go on is taken up later, if not now.
    await processPending(deps, target.id).catch((error: unknown) => {
      deps.logger.warn({ err: error, invoiceId: target.id }, 'events that waited for an invoice are taken up later');
    });
    await allocateAfterSending(deps, sent.invoice);
    await mirrorSoon({ ...deps, provider }, target.id);
    return sent;
  };

type Sending = {
  frozen: SendingInvoice;
  content: InvoiceWithLines;
  payer: Payer & { email: string };
  customer: ProviderCustomer | null;
};

/** Keeps a draft as it is on its way, with whom it goes to. */
const freeze = (
  { database, provider, clock, newId }: WithProvider,
  actor: Actor,
  { id, ifMatch }: Target,
): Promise<Sending> =>
  inTransaction(database, async (tx) => {
    const invoice = await lockInvoice(tx, actor, id);
    assertVersion('invoice', invoice.version, ifMatch);
    assertDraft(invoice);
    if (isCreditNote(invoice)) throw new ConcurrentChange();
    const content = { invoice, lines: await readAllLines(tx, id) };
    const current = await readPayer(tx, invoice.organizationId);
    if (!(await isFrozen(tx, id))) provider.assertDeliverable(content);
    const contentHash = (await printedHash(invoiceResource(content))).slice(0, 16);
    const wanted = { invoiceId: id, deliveryId: newId(), contentHash, startedAt: clock(), startedBy: actor.id };
    const frozen = await beginDelivery(tx, wanted);
    if (!frozen) throw beingSent(invoice);
    const customer = await findCustomer(tx, provider.name, invoice.organizationId);
    // What may have gone out already is found out about, whatever the contract has now.
    const known = frozen.attempts > 1 ? customer : null;
    const payer = frozen.payer ? { ...current, ...frozen.payer } : withEmail(current, known);
    return { frozen, content, payer, customer };
  });

const beingSent = ({ invoiceReference }: Invoice): DomainError =>
  new DomainError('invoice-frozen', `Invoice ${invoiceReference} is being sent.`);

const withEmail = (payer: Payer, known: ProviderCustomer | null): Payer & { email: string } => {
  const email = payer.email ?? known?.email;
  if (email !== undefined) return { ...payer, email };
  const detail = `No contract of ${payer.organizationId} names a signatoryEmail, where the invoice would be sent to.`;
  throw new DomainError('invoice-not-deliverable', detail);
};

const deliver = async (deps: WithProvider, actor: Actor, sending: Sending): Promise<InvoiceWithLines> => {
  const { database, provider, rules } = deps;
  const { frozen, content, payer } = sending;
  const { invoiceId, deliveryId, contentHash, startedAt, attempts } = frozen;
  // Whoever was away for longer than the lease does nothing more: somebody else goes on from there.
  const keep = async () => {
    if (!(await keepDelivery(database, frozen, payer))) throw beingSent(content.invoice);
  };
  const dueDate = businessDate(startedAt).add({ days: rules.INVOICE_DUE_DAYS });
  const isResumed = attempts > 1;
  try {
    const customerId = await ensureCustomer(deps, sending).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error;
      // Nothing of the invoice has left yet, unless an earlier attempt got further.
      throw new ProviderFailure(isResumed ? 'UNKNOWN' : 'REFUSED', error.message, { cause: error });
    });
    const order = { invoice: content, customerId, dueDate, key: `${deliveryId}:${contentHash}`, isResumed, keep };
    const delivery = await provider.deliver(order);
    const context = createContext(deps, { actor });
    return await inTransaction(database, async (tx) => {
      const stored = await lockInvoice(tx, actor, invoiceId);
      if (!(await endDelivery(tx, frozen, 'SENT', null))) throw beingSent(stored);
      const lines = await readAllLines(tx, invoiceId);
      const decision = moveInvoice(stored, 'SENT', { now: context.now, rules, lines }, { ...delivery, dueDate });
      return { invoice: await storeIssued(tx, context, stored, decision, lines), lines };
    });
  } catch (error) {
    const isRefused = error instanceof ProviderFailure && error.outcome === 'REFUSED';
    if (isRefused) await endDelivery(database, frozen, 'FAILED', error.message);
    else await leaveDelivery(database, frozen, String(error));
    throw error;
  }
};

const ensureCustomer = async (
  { database, provider }: WithProvider,
  { frozen, payer, customer }: Sending,
): Promise<string> => {
  const { organizationId, name, email } = payer;
  // What an earlier attempt made is found under the customer it was made for; else the known one may be deleted by now.
  if (frozen.attempts > 1 && customer?.name === name && customer.email === email) return customer.customerId;
  const customerId = await provider.ensureCustomer({ organizationId, name, email }, customer?.customerId ?? null);
  await putCustomer(database, provider.name, organizationId, { customerId, name, email });
  return customerId;
};
