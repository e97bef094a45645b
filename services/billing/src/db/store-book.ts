import type { Work } from '@staycover/change';
import { execute } from '@staycover/db';
import type { Context } from '@staycover/kernel';
import type { BillingRules } from '../config.ts';
import type { Invoice, InvoiceWithLines } from '../domain/invoice.ts';
import type { Account, Book } from '../domain/receivables/book.ts';
import { settle, touched } from '../domain/receivables/close.ts';
import type { Allocation, Payment } from '../domain/receivables/item.ts';
import type { AccountKey } from './accounts.ts';
import { invoices, release } from './invoices.ts';
import { linesOfInvoices } from './lines.ts';
import { payments, refunds } from './payments.ts';
import { noteWriteOffs } from './write-offs.ts';

/** Stores what a command has made of an account; returns the invoices that it changed, with their lines. */
export const storeBook = async (
  tx: Work,
  context: Context,
  { key, before, book, rules }: { key: AccountKey; before: Account; book: Book; rules: BillingRules },
): Promise<Map<string, InvoiceWithLines>> => {
  const changed = touched(book, before);
  const lines =
    changed.length > 0
      ? await linesOfInvoices(
          tx,
          changed.map(({ id }) => id),
        )
      : new Map();
  await storePayments(tx, context, before, book);
  await storeRefunds(tx, key, before, book);
  const settled = settle(book, before, rules, lines);
  for (const { before: invoice, decision } of settled) {
    if (decision.released) await release(tx, invoice.organizationPolicyId, decision.released);
  }
  const stored = await invoices.replaceAll(tx, context, settled);
  await addMovements(tx, key, book);
  await noteWriteOffs(tx, settled);
  return new Map(stored.map((invoice: Invoice) => [invoice.id, { invoice, lines: lines.get(invoice.id) ?? [] }]));
};

const storePayments = async (tx: Work, context: Context, before: Account, book: Book): Promise<void> => {
  const known = new Map(before.payments.map((payment) => [payment.id, payment]));
  const decisionOf = (state: Payment) => ({
    state,
    events: book.announced.filter(({ paymentId }) => paymentId === state.id).map(({ event }) => event),
  });
  const all = [...book.payments.values()];
  await payments.addAll(tx, context, all.filter(({ id }) => !known.has(id)).map(decisionOf));
  const changed = all.flatMap((state) => {
    const earlier = known.get(state.id);
    return earlier ? [{ before: earlier, decision: decisionOf(state) }] : [];
  });
  await payments.replaceAll(tx, context, changed);
};

const storeRefunds = async (tx: Work, key: AccountKey, before: Account, book: Book): Promise<void> => {
  const known = new Set(before.refunds);
  const changed = [...book.refunds.values()].filter((one) => !known.has(one));
  if (changed.length > 0) await refunds.put(tx, key, changed);
};

/**
 * Appends allocations, those that the payment provider is to follow, and the entries of the ledger, in one statement. What
 * was issued is noted for whoever allocates, who holds the account.
 */
export const addMovements = async (tx: Work, key: AccountKey, book: Book, issuedId?: string): Promise<void> => {
  const { made, postings, today, context } = book;
  if (made.length === 0 && postings.length === 0 && !issuedId) return;
  const mirrored = made.filter((one) => isMirrored(book, one));
  await execute(
    tx,
    `with allocated as (
       insert into allocation (id, source_id, target_id, amount, allocated_at)
       select id, source_id, target_id, amount, $5
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[]) as a(id, source_id, target_id, amount)),
     to_mirror as (
       insert into mirrored_allocation (allocation_id, invoice_id) select * from unnest($15::uuid[], $16::uuid[])),
     to_allocate as (
       insert into account_to_allocate (invoice_id, organization_id, currency)
       select $17::uuid, $6, $7 where $17::uuid is not null on conflict do nothing)
     insert into ar_posting (organization_id, currency, posted_on, entry_id, line, account, item_id, policy_id, amount)
     select $6, $7, $8, * from unnest($9::uuid[], $10::int[], $11::text[], $12::uuid[], $13::uuid[], $14::bigint[])`,
    [
      made.map(({ id }) => id),
      made.map(({ sourceId }) => sourceId),
      made.map(({ targetId }) => targetId),
      made.map(({ amount }) => `${amount}`),
      context.now.toString(),
      key.organizationId,
      key.currency,
      today.toString(),
      postings.map(({ entryId }) => entryId),
      postings.map(({ line }) => line),
      postings.map(({ account }) => account),
      postings.map(({ itemId }) => itemId),
      postings.map(({ policyId }) => policyId),
      postings.map(({ amount }) => `${amount}`),
      mirrored.map(({ id }) => id),
      mirrored.map(({ targetId }) => targetId),
      issuedId ?? null,
    ],
  );
};

/** What reduces an invoice that the payment provider has, and did not come through the provider for it. */
const isMirrored = (book: Book, { sourceId, targetId, amount }: Allocation): boolean => {
  const payment = book.payments.get(sourceId);
  const isOwn = payment?.method === 'PROVIDER' && payment.invoiceIds.includes(targetId);
  return amount > 0n && !isOwn && (book.invoices.get(targetId)?.paymentProviderInvoiceId ?? null) !== null;
};
