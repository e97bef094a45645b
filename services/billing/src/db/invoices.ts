import { type Beside, gather, repository, together, type Work } from '@staycover/change';
import { opaque, type Page, pageInSql, query, whereGiven } from '@staycover/db';
import {
  type Actor,
  businessDate,
  type Context,
  DomainError,
  type Instant,
  isId,
  reference,
  visibleOrganizations,
} from '@staycover/kernel';
import type { Invoice, InvoiceStatus } from '../domain/invoice.ts';
import type { InvoiceDecision, InvoiceEvent } from '../domain/invoice-event.ts';
import type { OrderLine } from '../domain/line.ts';
import { firstNight } from '../domain/nights.ts';
import { announcements } from '../events.ts';
import { releaseNights } from './billed-nights.ts';
import { awaitCredits } from './billing-calendar.ts';
import { lowerOpenFrom } from './billing-state.ts';
import { InvoiceEntity } from './entities.ts';

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
    [id, visibleOrganizations(actor)],
  );
  return invoices.load(tx, actor, id);
};

/** Like `lockInvoice` for many, whosever they are. */
export const lockInvoices = async (tx: Work, ids: readonly string[]): Promise<Invoice[]> => {
  await query(
    tx,
    `select from billing_account where policy_id in (select organization_policy_id from invoice where id = any($1::uuid[]))
     order by policy_id for update`,
    [ids],
  );
  return invoices.select(tx, 'where t.id = any($1::uuid[]) order by t.id for update', [ids]);
};

/** Stores what was decided about an invoice that is locked, and releases the nights that go with it. */
export const storeInvoice = async (
  tx: Work,
  context: Context,
  before: Invoice,
  decision: InvoiceDecision,
  ...beside: Beside[]
): Promise<Invoice> => {
  if (decision.released) await release(tx, before.organizationPolicyId, decision.released);
  const [after = before] = await invoices.replaceAll(tx, context, [{ before, decision }], ...beside);
  return after;
};

/** Frees the nights of lines, so that the next derivation looks at them again, and the policy waits for one. */
export const release = async (tx: Work, policyId: string, lines: readonly OrderLine[]): Promise<void> => {
  await releaseNights(tx, policyId, lines);
  const night = firstNight(lines.flatMap(({ nights }) => nights));
  if (!night) return;
  await lowerOpenFrom(tx, policyId, night);
  await awaitCredits(tx, policyId);
};

const findingDrafts = together<{ tx: Work; policyId: string }, Invoice | undefined>(
  ({ policyId }) => policyId,
  async (tx, asked) => {
    const ids = asked.map(({ policyId }) => policyId);
    // Of each its own lookup: for a list the planner may read all drafts there are, as few are expected.
    const drafts = `where t.id in (select draft.id from unnest($1::uuid[]) as asked (id), lateral (
      select id from invoice where organization_policy_id = asked.id and status = 'DRAFT' limit 1) as draft)`;
    const found = new Map(
      (await invoices.select(tx, drafts, [ids])).map((draft) => [draft.organizationPolicyId, draft]),
    );
    return ids.map((id) => found.get(id.toLowerCase()));
  },
);

/** The policy's draft; it has one at most. */
export const findDraft = (tx: Work, policyId: string): Promise<Invoice | undefined> => findingDrafts({ tx, policyId });

/**
 * Whether an invoice of its policy was voided since a draft was made, or the draft bills stays of orders, which may be for
 * another policy by now.
 */
export const mayBillTooMuch = async (work: Work, draft: Invoice): Promise<boolean> => {
  const { id, organizationId, organizationPolicyId, createdDate } = draft;
  const found = await query(
    work,
    `select where exists (
         select from invoice where organization_policy_id = $1 and status = 'VOID' and last_modified_date > $2)
       or exists (
         select from invoice_line l join stay_order o on o.organization_id = $3 and o.order_id = l.order_id where l.invoice_id = $4)`,
    [organizationPolicyId, createdDate.toString(), organizationId, id],
  );
  return found.length > 0;
};

const drawing = gather<Work, bigint>({
  on: (tx) => tx,
  fits: () => true,
  async run(items) {
    const drawn = `select nextval('invoice_number') as number from generate_series(1, ${opaque('$1', 'int')})`;
    const rows = await query<{ number: string }>(items[0]!, drawn, [items.length]);
    return rows.map(({ number }) => BigInt(number));
  },
});

export const nextReference = async (tx: Work, now: Instant): Promise<string> =>
  reference('INV', businessDate(now).year, await drawing(tx));

export type InvoiceFilter = {
  organizationId?: string | undefined;
  organizationPolicyId?: string | undefined;
  status?: InvoiceStatus | undefined;
};

/** Invoices that fit the filter, by id, each with further `columns`. */
export const listInvoices = async <Extra>(
  work: Work,
  actor: Actor,
  { organizationId, organizationPolicyId, status }: InvoiceFilter,
  { limit, after, order }: Page,
  columns = 'null',
): Promise<[Invoice, Extra][]> => {
  if (organizationPolicyId !== undefined && !isId(organizationPolicyId)) return [];
  const { beyond, sort } = pageInSql(order);
  const { where, params } = whereGiven({
    't.organization_id = any(?)': visibleOrganizations(actor),
    't.organization_id = ?': organizationId,
    't.organization_policy_id = ?': organizationPolicyId,
    't.status = ?': status,
    [`t.id ${beyond} ?`]: after,
  });
  const rest = `${where} order by t.id ${sort} limit $${params.length + 1}`;
  return invoices.selectWith<Extra>(work, columns, rest, [...params, limit]);
};
