import { query, type Tx } from '@staycover/db';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  DomainError,
  type Instant,
  isId,
  reference,
} from '@staycover/kernel';
import type { Invoice, InvoiceStatus } from '../domain/invoice.ts';
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

/** The invoice, with its policy's billing row locked: whatever changes invoices of a policy goes one by one. */
export const lockInvoice = async (tx: Tx, actor: Actor, id: string): Promise<Invoice> => {
  const { organizationPolicyId } = await getInvoice(tx, actor, id);
  await query(tx, 'select from billing_account where policy_id = $1 for update', [organizationPolicyId]);
  return tx.findOneOrFail(InvoiceEntity, { id }, { refresh: true });
};

export type Account = { currency: string; policyVersion: number };

/** Makes or locks the policy's billing row, which remembers the currency and the newest version of the policy seen. */
export const lockAccount = async (
  tx: Tx,
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

export const findDraft = (tx: Tx, policyId: string, periodStart: CalendarDate): Promise<Invoice | null> =>
  tx.findOne(InvoiceEntity, { organizationPolicyId: policyId, periodStart, status: 'DRAFT' });

export const nextReference = async (tx: Tx, now: Instant): Promise<string> => {
  const [row] = await query<{ number: string }>(tx, `select nextval('invoice_number') as number`);
  return reference('INV', businessDate(now).year, BigInt(row!.number));
};

export const addInvoice = async (tx: Tx, invoice: Omit<Invoice, 'version'>): Promise<Invoice> => {
  const stored = tx.create(InvoiceEntity, { ...invoice, version: 1 });
  await tx.persist(stored).flush();
  return stored;
};

/** Stores what changed of an invoice that is locked. */
export const saveInvoice = async (
  tx: Tx,
  stored: Invoice,
  changes: Partial<Invoice>,
  by: { actor: Actor; now: Instant },
): Promise<Invoice> => {
  Object.assign(stored, changes, { lastModifiedBy: by.actor.id, lastModifiedDate: by.now });
  await tx.flush();
  return stored;
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
