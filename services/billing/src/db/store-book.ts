import type { Beside, Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import type { BillingRules } from '../config.ts';
import type { Invoice, InvoiceWithLines } from '../domain/invoice.ts';
import type { Account, Book } from '../domain/receivables/book.ts';
import { closeBook, touched } from '../domain/receivables/close.ts';
import type { Allocation, Payment, PaymentAnnouncement } from '../domain/receivables/item.ts';
import type { AccountKey } from './accounts.ts';
import { invoices, release } from './invoices.ts';
import { readAllLinesByInvoice } from './lines.ts';
import { notingPayer } from './payers.ts';
import { payments, refunds } from './payments.ts';
import { statementPortions } from './statement-portions.ts';
import { noteWriteOffs } from './write-offs.ts';

/** Stores what a command has made of an account; returns the invoices that it changed, with their lines. */
export const storeBook = async (
  tx: Work,
  context: Context,
  { key, before, book, rules }: { key: AccountKey; before: Account; book: Book; rules: BillingRules },
): Promise<Map<string, InvoiceWithLines>> => {
  const ids = touched(book, before).map(({ id }) => id);
  const lines = await readAllLinesByInvoice(tx, ids);
  await storePayments(tx, context, before, book);
  await storeRefunds(tx, key, before, book);
  const decided = closeBook(book, before, rules, lines);
  for (const { before: invoice, decision } of decided) {
    if (decision.released) await release(tx, invoice.organizationPolicyId, decision.released);
  }
  // What was paid step by step may be taken back at once, which is more than a statement stores in its time.
  const [first = [], ...others] = statementPortions(decided);
  const stored = await invoices.replaceAll(tx, context, first, ...addingMovements(key, book));
  for (const some of others) stored.push(...(await invoices.replaceAll(tx, context, some)));
  await noteWriteOffs(tx, decided);
  return new Map(stored.map((invoice: Invoice) => [invoice.id, { invoice, lines: lines.get(invoice.id) ?? [] }]));
};

const storePayments = async (tx: Work, context: Context, before: Account, book: Book): Promise<void> => {
  const known = new Map(before.payments.map((payment) => [payment.id, payment]));
  const toDecision = (state: Payment) => ({ state, events: announcementsFor(state, known.get(state.id), book) });
  const all = [...book.payments.values()];
  await payments.addAll(tx, context, all.filter(({ id }) => !known.has(id)).map(toDecision));
  const changed = all.flatMap((state) => {
    const earlier = known.get(state.id);
    return earlier ? [{ before: earlier, decision: toDecision(state) }] : [];
  });
  await payments.replaceAll(tx, context, changed);
};

/** Held money may move for what happens to an invoice: nothing else announces that. */
const announcementsFor = (payment: Payment, earlier: Payment | undefined, book: Book): PaymentAnnouncement[] => {
  const events = book.announced.filter(({ paymentId }) => paymentId === payment.id).map(({ event }) => event);
  const isMoved = earlier !== undefined && earlier.unallocated !== payment.unallocated;
  return isMoved && events.length === 0 ? [{ type: 'payment-allocated' }] : events;
};

const storeRefunds = async (tx: Work, key: AccountKey, before: Account, book: Book): Promise<void> => {
  const known = new Set(before.refunds);
  const changed = [...book.refunds.values()].filter((one) => !known.has(one));
  if (changed.length > 0) await refunds.put(tx, key, changed);
};

/** What appends allocations, those that the payment provider is to follow, and the entries of the ledger. */
const addingMovements = (key: AccountKey, book: Book): Beside[] => {
  const { made, context } = book;
  const mirrored = made.filter((one) => isMirrored(book, one));
  return [
    {
      text: `insert into allocation (id, source_id, target_id, amount, allocated_at)
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::timestamptz[])`,
      params: [
        made.map(({ id }) => id),
        made.map(({ sourceId }) => sourceId),
        made.map(({ targetId }) => targetId),
        made.map(({ amount }) => `${amount}`),
        made.map(() => context.now.toString()),
      ],
    },
    {
      text: 'insert into mirrored_allocation (allocation_id, invoice_id) select * from unnest($1::uuid[], $2::uuid[])',
      params: [mirrored.map(({ id }) => id), mirrored.map(({ targetId }) => targetId)],
    },
    addingPostings(key, book),
  ].filter(({ params }) => params[0]!.length > 0);
};

const addingPostings = ({ organizationId, currency }: AccountKey, { postings, today }: Book): Beside => ({
  text: `insert into ar_posting (organization_id, currency, posted_on, entry_id, line, account, item_id, policy_id, amount)
    select * from unnest($1::text[], $2::text[], $3::date[], $4::uuid[], $5::int[], $6::text[], $7::uuid[], $8::uuid[],
      $9::bigint[])`,
  params: [
    postings.map(() => organizationId),
    postings.map(() => currency),
    postings.map(() => today.toString()),
    postings.map(({ entryId }) => entryId),
    postings.map(({ line }) => line),
    postings.map(({ account }) => account),
    postings.map(({ itemId }) => itemId),
    postings.map(({ policyId }) => policyId),
    postings.map(({ amount }) => `${amount}`),
  ],
});

/** What posts what an invoice bills, keeps its payer, and notes for whoever allocates, who holds the account, that it was issued. */
export const postingIssue = (invoice: Invoice, book: Book): Beside[] => [
  addingPostings(invoice, book),
  notingPayer(invoice),
  {
    text: `insert into account_to_allocate (invoice_id, organization_id, currency)
      select * from unnest($1::uuid[], $2::text[], $3::text[]) on conflict do nothing`,
    params: [[invoice.id], [invoice.organizationId], [invoice.currency]],
  },
];

/** What reduces an invoice that the payment provider has, and did not come through the provider for it. */
const isMirrored = (book: Book, { sourceId, targetId, amount }: Allocation): boolean => {
  const payment = book.payments.get(sourceId);
  const isOwn = payment?.method === 'PROVIDER' && payment.invoiceIds.includes(targetId);
  return amount > 0n && !isOwn && (book.invoices.get(targetId)?.paymentProviderInvoiceId ?? null) !== null;
};
