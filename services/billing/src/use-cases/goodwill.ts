import { runBeside, type Work } from '@staycover/change';
import { businessDate, created, DomainError, type Minor, monthEnd, monthStart } from '@staycover/kernel';
import { type AccountKey, newestPolicy } from '../db/accounts.ts';
import { invoices, nextReference } from '../db/invoices.ts';
import { addManualLine } from '../db/lines.ts';
import { loadAccount } from '../db/load-account.ts';
import { storeBook } from '../db/store-book.ts';
import { newDraft } from '../domain/draft.ts';
import type { Invoice } from '../domain/invoice.ts';
import { newManualLine } from '../domain/manual-lines.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { openBook } from '../domain/receivables/book.ts';
import { meetByGoodwill, unmet } from '../domain/receivables/refunds.ts';
import { calculateTotals } from '../domain/totals.ts';
import { type AccountContext, issuing } from './on-account.ts';

/**
 * Makes and issues a credit note of one manual line for what nothing has met of a refund, which then meets it. It
 * belongs to the policy of the invoice that the payment paid last.
 * @throws DomainError `invalid-request` when the account has no invoice.
 */
export const addGoodwill = async (
  tx: Work,
  context: AccountContext,
  key: AccountKey,
  paymentId: string,
  refundId: string,
): Promise<void> => {
  const account = await loadAccount(tx, key, { paymentIds: [paymentId] });
  const open = unmet(openBook(account, context), account.refunds.find(({ id }) => id === refundId)!);
  const credit = open > 0n ? await issueCredit(tx, context, key, paymentId, open) : undefined;
  const before = await loadAccount(tx, key, { paymentIds: [paymentId], invoiceIds: credit ? [credit.id] : [] });
  const book = openBook(before, context);
  meetByGoodwill(book, refundId, credit);
  await storeBook(tx, context, { key, before, book, rules: context.rules });
};

const issueCredit = async (
  tx: Work,
  context: AccountContext,
  { organizationId, currency }: AccountKey,
  paymentId: string,
  amount: Minor,
): Promise<Invoice> => {
  const organizationPolicyId = await newestPolicy(tx, { organizationId, currency }, paymentId);
  if (!organizationPolicyId) {
    throw DomainError.invalid([{ pointer: '/reason', detail: 'must be CREDIT: the account has no invoice yet' }]);
  }
  const goodwill = { description: 'Goodwill', amount: -amount, category: 'ADJUSTMENT' } as const;
  const line = newManualLine(goodwill, currency, context.newId());
  const lines = [line];
  const named = { organizationId, organizationPolicyId, invoiceReference: await nextReference(tx, context.now) };
  const today = businessDate(context.now);
  const period = { start: monthStart(today), end: monthEnd(today) };
  const facts = {
    ...named,
    ...calculateTotals(lines),
    period,
    currency,
    generatedHash: '',
    orderCount: 0,
    notBilled: [],
    waitingFrom: null,
  };
  const draft = newDraft(facts, context);
  const sent = moveInvoice(draft, 'SENT', { ...context, lines });
  const [credit] = await invoices.addAll(tx, context, [created(draft, { type: 'invoice-generated' as const }), sent]);
  await addManualLine(tx, draft.id, line);
  await runBeside(tx, issuing(context, credit!, lines));
  return credit!;
};
