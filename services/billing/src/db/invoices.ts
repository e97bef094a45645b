import { repository, type Work } from '@staycover/change';
import { query, type Tx } from '@staycover/db';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  type Context,
  DomainError,
  type Instant,
  isId,
  reference,
} from '@staycover/kernel';
import type { Invoice, InvoiceStatus } from '../domain/invoice.ts';
import type { InvoiceDecision, InvoiceEvent } from '../domain/invoice-event.ts';
import { announcements } from '../events.ts';
import { releaseNights } from './billed-nights.ts';
import { InvoiceEntity } from './entities.ts';

/** Only this file decides which organization's rows an actor reaches. */
const scope = (actor: Actor) =>
  actor.organizations === '*' ? {} : { organizationId: { $in: [...actor.organizations] } };

/** @throws DomainError `not-found` for an unknown, malformed or foreign id. */
export const getInvoice = async (tx: Tx, actor: Actor, id: string): Promise<Invoice> => {
  const invoice = isId(id) ? await tx.findOne(InvoiceEntity, { id, ...scope(actor) }) : null;
  if (!invoice) throw DomainError.notFound('invoice', id);
  return invoice;
};

/** Where invoices live. Whoever changes one has locked it by `lockInvoice`, or its policy's billing row. */
export const invoices = repository<Invoice, InvoiceEvent>({
  resource: 'invoice',
  entity: InvoiceEntity,
  announcements,
});

/**
 * The invoice, with its policy's billing row locked: whatever changes invoices of a policy goes one by one.
 * @throws DomainError `not-found`.
 */
export const lockInvoice = async (tx: Work, actor: Actor, id: string): Promise<Invoice> => {
  if (!isId(id)) throw DomainError.notFound('invoice', id);
  // The invoice in a statement of its own: it sees what those who held the lock before have committed.
  await query(
    tx,
    `select from billing_account a join invoice i on i.organization_policy_id = a.policy_id
     where i.id = $1 and ($2::text[] is null or i.organization_id = any($2)) for update of a`,
    [id, actor.organizations === '*' ? null : actor.organizations],
  );
  return invoices.load(tx, actor, id);
};

/** Stores what was decided about an invoice that is locked, and releases the nights that go with it. */
export const storeInvoice = async (
  tx: Work,
  context: Context,
  before: Invoice,
  decision: InvoiceDecision,
): Promise<Invoice> => {
  if (decision.released) await releaseNights(tx, before.organizationPolicyId, decision.released);
  const [after = before] = await invoices.replaceAll(tx, context, [{ before, decision }]);
  return after;
};

export type Account = { currency: string; policyVersion: number };

/** Makes or locks the policy's billing row, which remembers the currency and the newest version of the policy seen. */
export const lockAccount = async (
  tx: Work,
  policy: { id: string; organizationId: string; currency: string; version: number },
): Promise<Account> => {
  const [row] = await query<{ currency: string; policy_version: number }>(
    tx,
    `insert into billing_account as a (policy_id, organization_id, currency, policy_version) values ($1, $2, $3, $4)
     on conflict (policy_id) do update set policy_version = greatest(a.policy_version, excluded.policy_version)
     returning currency, policy_version`,
    [policy.id, policy.organizationId, policy.currency, policy.version],
  );
  return { currency: row!.currency, policyVersion: row!.policy_version };
};

export const findDraft = async (
  tx: Work,
  policyId: string,
  periodStart: CalendarDate,
): Promise<Invoice | undefined> => {
  const rest = `where t.organization_policy_id = $1 and t.period_start = $2 and t.status = 'DRAFT'`;
  return (await invoices.select(tx, rest, [policyId, periodStart.toString()]))[0];
};

export const nextReference = async (tx: Work, now: Instant): Promise<string> => {
  const [row] = await query<{ number: string }>(tx, `select nextval('invoice_number') as number`);
  return reference('INV', businessDate(now).year, BigInt(row!.number));
};

export type InvoiceFilter = {
  organizationId?: string | undefined;
  organizationPolicyId?: string | undefined;
  status?: InvoiceStatus | undefined;
};

/** Invoices from the oldest, after `after` (an invoice's id). */
export const listInvoices = async (
  tx: Tx,
  actor: Actor,
  filter: InvoiceFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Invoice[]> => {
  const { organizationId, organizationPolicyId, status } = filter;
  if (organizationPolicyId !== undefined && !isId(organizationPolicyId)) return [];
  const where = {
    $and: [scope(actor), organizationId ? { organizationId } : {}],
    ...(organizationPolicyId ? { organizationPolicyId } : {}),
    ...(status ? { status } : {}),
    ...(after ? { id: { $gt: after } } : {}),
  };
  return tx.find(InvoiceEntity, where, { orderBy: { id: 'asc' }, limit });
};
