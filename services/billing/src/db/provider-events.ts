import type { Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
import { isId } from '@staycover/kernel';
import type { Leftover } from '@staycover/service';

type KeptEvent = { provider: string; eventId: string; type: string; body: Buffer };

/** Keeps the bytes of an event before anything is made of them. False: its id was there already. */
export const keepEvent = async (tx: Work, { provider, eventId, type, body }: KeptEvent): Promise<boolean> =>
  (await execute(
    tx,
    `insert into provider_event (provider, event_id, type, body, received_at, outcome) values ($1, $2, $3, $4, now(), 'PENDING')
     on conflict do nothing`,
    [provider, eventId, type, body],
  )) > 0;

/** An event that was kept and has had no effect yet. */
export const isPending = async (tx: Work, provider: string, eventId: string): Promise<boolean> =>
  (
    await query(tx, `select from provider_event where provider = $1 and event_id = $2 and outcome = 'PENDING'`, [
      provider,
      eventId,
    ])
  ).length > 0;

type EventOutcome = 'DONE' | 'IGNORED';

/** Notes what became of an event, once: false when somebody else has settled it. */
export const settleEvent = async (
  tx: Work,
  provider: string,
  eventId: string,
  outcome: EventOutcome,
  { detail = null, invoiceId = null }: { detail?: string | null; invoiceId?: string | null } = {},
): Promise<boolean> =>
  (await execute(
    tx,
    `update provider_event set outcome = $3, detail = $4, invoice_id = $5
     where provider = $1 and event_id = $2 and outcome = 'PENDING'`,
    [provider, eventId, outcome, detail, invoiceId],
  )) > 0;

/** Leaves an event with an impossible effect to an operator. */
export const markConflict = (tx: Work, provider: string, eventId: string, detail: string): Promise<number> =>
  execute(tx, `update provider_event set outcome = 'CONFLICT', detail = $3 where provider = $1 and event_id = $2`, [
    provider,
    eventId,
    detail,
  ]);

/** Notes why an event waits. */
export const postponeEvent = (
  tx: Work,
  provider: string,
  eventId: string,
  invoiceId: string | null,
  detail: string,
): Promise<number> =>
  execute(
    tx,
    `update provider_event set detail = $3, invoice_id = $4 where provider = $1 and event_id = $2 and outcome = 'PENDING'`,
    [provider, eventId, detail, invoiceId],
  );

/** When it came is the database's text: an event's place among those that wait, to the microsecond. */
export type WaitingEvent = { eventId: string; receivedAt: string; body: Buffer };

/** Events that wait, of an invoice or of all, from the oldest after `after`. */
export const pendingEvents = async (
  tx: Work,
  provider: string,
  invoiceId: string | null,
  { after, limit }: { after: WaitingEvent | undefined; limit: number },
): Promise<WaitingEvent[]> => {
  const rows = await query<{ event_id: string; received_at: string; body: Buffer }>(
    tx,
    `select event_id, received_at::text as received_at, body from provider_event e
     where provider = $1 and outcome = 'PENDING' and ($2::uuid is null or invoice_id = $2)
       and ($3::timestamptz is null or (e.received_at, event_id) > ($3, $4::text))
     order by e.received_at, event_id limit $5`,
    [provider, invoiceId, after?.receivedAt ?? null, after?.eventId ?? null, limit],
  );
  return rows.map((row) => ({ eventId: row.event_id, receivedAt: row.received_at, body: row.body }));
};

/** Events that had their effect, or none to have. */
export const settledEvents = (days: number): Leftover => ({
  table: 'provider_event',
  since: 'received_at',
  days,
  where: `outcome in ('DONE', 'IGNORED')`,
});

/** How a provider's event names an invoice. */
type InvoiceKeys = {
  invoiceId: string | null;
  providerInvoiceId: string | null;
  paymentIntentId: string | null;
};

export type NamedInvoice = { id: string; organizationId: string; currency: string };

/** The invoice that an event is about: by our id, else by the provider's ids. */
export const findNamedInvoice = async (tx: Work, keys: InvoiceKeys): Promise<NamedInvoice | undefined> => {
  const id = keys.invoiceId && isId(keys.invoiceId) ? keys.invoiceId : null;
  const [row] = await query<{ id: string; organization_id: string; currency: string }>(
    tx,
    `select id, organization_id, currency from invoice
     where id = $1::uuid or payment_provider_invoice_id = $2 or payment_provider_intent_id = $3
       or id = (select (invoice_ids ->> 0)::uuid from payment where payment_provider_intent_id = $3)
     order by id = $1::uuid desc nulls last limit 1`,
    [id, keys.providerInvoiceId, keys.paymentIntentId],
  );
  return row && { id: row.id, organizationId: row.organization_id, currency: row.currency };
};
