import type { Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
import { type Actor, type Currency, DomainError, type Instant, isId, visibleOrganizations } from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import type { Invoice } from '../domain/invoice.ts';
import { invoices } from './invoices.ts';
import { paymentReference } from './payments.ts';

/** The account of an organization in a currency. */
export type AccountKey = { organizationId: string; currency: Currency };

export const accountFor = ({ organizationId, currency }: AccountKey): AccountKey => ({ organizationId, currency });

export const IS_ISSUED = `status <> 'DRAFT' and status <> 'VOID'`;
export const DUE = 'total - amount_paid - amount_credited - amount_written_off';

/** Open items: the predicate of the index `invoice_open`, with `total < 0` of `invoice_credit_held`. */
export const IS_OPEN = `${IS_ISSUED} and (${DUE} <> 0 or amount_written_off <> 0 or amount_refunded <> 0)`;

const LOCK = `on conflict (organization_id, currency) do update set currency = excluded.currency`;

/** Makes or locks an account: whatever allocates goes one by one, and locks it before anything else. */
export const lockAccount = (tx: Work, { organizationId, currency }: AccountKey): Promise<number> =>
  execute(tx, `insert into receivable_account as a (organization_id, currency) values ($1, $2) ${LOCK}`, [
    organizationId,
    currency,
  ]);

type Row = { organization_id: string; currency: string };

const toAccountKey = ({ organization_id: organizationId, currency }: Row): AccountKey => ({ organizationId, currency });

/** Makes or locks the account of $1, which lies within the organizations $2. */
const lockBehind = (table: 'invoice' | 'payment') => `insert into receivable_account as a (organization_id, currency)
  select organization_id, currency from ${table} where id = $1 and ($2::text[] is null or organization_id = any($2))
  ${LOCK} returning organization_id, currency`;

/** Locks the account of a payment. @throws DomainError `not-found`. */
export const lockPaymentAccount = async (tx: Work, actor: Actor, id: string): Promise<AccountKey> => {
  const rows = isId(id) ? await query<Row>(tx, lockBehind('payment'), [id, visibleOrganizations(actor)]) : [];
  if (!rows[0]) throw DomainError.notFound('payment', id);
  return toAccountKey(rows[0]);
};

/**
 * The invoice, with its account locked, and its policy's billing row behind that.
 * @throws DomainError `not-found`.
 */
export const lockInvoiceAndAccount = async (tx: Work, actor: Actor, id: string): Promise<Invoice> => {
  if (!isId(id)) throw DomainError.notFound('invoice', id);
  const [row] = await query<Row>(
    tx,
    `with account as (${lockBehind('invoice')})
     select account.* from account
     join invoice i on i.id = $1 join billing_account b on b.policy_id = i.organization_policy_id for update of b`,
    [id, visibleOrganizations(actor)],
  );
  if (!row) throw DomainError.notFound('invoice', id);
  return invoices.load(tx, actor, id);
};

const holds = (organization: string, currency: string): string => `(exists (
    select from payment where organization_id = ${organization} and currency = ${currency} and unallocated > 0 and status = 'RECEIVED')
  or exists (select from invoice where organization_id = ${organization} and currency = ${currency} and ${IS_OPEN} and total < 0))`;

/** Whether the account holds a payment or credit that nothing has had yet. */
export const holdsAnything = async (tx: Work, { organizationId, currency }: AccountKey): Promise<boolean> => {
  const [row] = await query<{ held: boolean }>(tx, `select ${holds('$1', '$2')} as held`, [organizationId, currency]);
  return row!.held;
};

/** The reference of the next payment, and whether its account holds anything. */
export const drawPayment = async (
  tx: Work,
  { organizationId, currency }: AccountKey,
  now: Instant,
): Promise<{ paymentReference: string; isAnythingHeld: boolean }> => {
  const [row] = await query<{ held: boolean; number: string }>(
    tx,
    `select ${holds('$1', '$2')} as held, nextval('payment_number') as number`,
    [organizationId, currency],
  );
  return { paymentReference: paymentReference(row!.number, now), isAnythingHeld: row!.held };
};

/** Accounts in which something was issued that is not allocated yet, each by an invoice of it. */
export const accountsToAllocate: Fill = {
  select: `select (array_agg(invoice_id order by invoice_id))[1] as id, organization_id, currency as due
    from account_to_allocate group by organization_id, currency`,
  params: [],
};

/** The accounts of invoices that are not allocated yet, locked in one order. */
export const lockAccountsToAllocate = async (tx: Work, invoiceIds: readonly string[]): Promise<AccountKey[]> => {
  const rows = await query<Row>(
    tx,
    `insert into receivable_account as a (organization_id, currency)
     select distinct organization_id, currency from account_to_allocate where invoice_id = any($1::uuid[]) order by 1, 2
     ${LOCK} returning organization_id, currency`,
    [invoiceIds],
  );
  return rows.map(toAccountKey);
};

/** Of locked accounts those that hold anything. What was issued in them until now is allocated by this transaction. */
export const noteAllocated = async (tx: Work, keys: readonly AccountKey[]): Promise<AccountKey[]> => {
  const rows = await query<Row>(
    tx,
    `with k as materialized (select * from unnest($1::text[], $2::text[]) as k (organization_id, currency)),
     noted as (delete from account_to_allocate a using k
       where a.organization_id = k.organization_id and a.currency = k.currency)
     select organization_id, currency from k where ${holds('k.organization_id', 'k.currency')} order by 1, 2`,
    [keys.map(({ organizationId }) => organizationId), keys.map(({ currency }) => currency)],
  );
  return rows.map(toAccountKey);
};

/** Has an account allocated again by the next run. */
export const noteToAllocate = (
  tx: Work,
  { organizationId, currency }: AccountKey,
  invoiceId: string,
): Promise<number> =>
  execute(
    tx,
    `insert into account_to_allocate (invoice_id, organization_id, currency) values ($1, $2, $3) on conflict do nothing`,
    [invoiceId, organizationId, currency],
  );

/** The policy of the newest invoice that a payment has paid, else of the account's newest. */
export const newestPolicy = async (
  tx: Work,
  { organizationId, currency }: AccountKey,
  paymentId: string,
): Promise<string | undefined> => {
  const [row] = await query<{ organization_policy_id: string | null }>(
    tx,
    `select coalesce(
       (select organization_policy_id from invoice
        where id = any(array(select target_id from allocation where source_id = $3::uuid)) order by id desc limit 1),
       (select organization_policy_id from invoice where organization_id = $1 and currency = $2
        order by id desc limit 1)) as organization_policy_id`,
    [organizationId, currency, paymentId],
  );
  return row!.organization_policy_id ?? undefined;
};
