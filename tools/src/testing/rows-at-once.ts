import pg from 'pg';

/** Runs statements that no trigger answers. */
const administer = async (databaseUrl: string, sql: readonly (readonly [text: string, values: unknown[]])[]) => {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    await admin.query('set session_replication_role = replica');
    for (const [text, values] of sql) await admin.query(text, values);
  } finally {
    await admin.end();
  }
};

/** Invoices of an organization, `INV-2020-000001` and on by default, counted, and without what else triggers make of each. */
export const fillInvoices = (
  databaseUrl: string,
  organizationId: string,
  rows: number,
  { status = 'PAID', first = 1 }: { status?: 'PAID' | 'SENT'; first?: number } = {},
): Promise<void> =>
  administer(databaseUrl, [
    [
      `insert into billing.invoice (id, organization_policy_id, organization_id, invoice_reference, period_start, period_end,
         subtotal, tax, total, due_date, sent_at, subtotals_by_category, retry_attempt, order_count, refunded, created_date,
         last_modified_date, generated_hash, created_by, last_modified_by, currency, status)
       select ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '00000002-0000-7000-8000-000000000001', $1,
         'INV-2020-' || lpad(n::text, 6, '0'), date_trunc('month', now()) - interval '1 month',
         date_trunc('month', now()) - interval '1 day', 12750, 0, 12750, '2020-02-15', '2020-02-01',
         '{}', 0, 0, 0, '2020-02-01', '2020-02-01', '', 'test', 'test', 'USD', $3
       from generate_series($4::int, $4::int + $2::int - 1) as n`,
      [organizationId, rows, status, first],
    ],
    [
      `insert into billing.invoice_count (organization_id, currency, month, status, counted, total, due)
       values ($1, 'USD', to_char(date_trunc('month', now()) - interval '1 month', 'YYYY-MM'), $3, $2, $2::bigint * 12750, $2::bigint * 12750)`,
      [organizationId, rows, status],
    ],
    ['vacuum analyze billing.invoice', []],
  ]);

/** An entry of the ledger for each of so many invoices that `fillInvoices` made. */
export const fillEntries = (databaseUrl: string, organizationId: string, invoices: number): Promise<void> =>
  administer(databaseUrl, [
    [`insert into billing.receivable_account (organization_id, currency) values ($1, 'USD')`, [organizationId]],
    [
      `insert into billing.ar_posting (entry_id, line, organization_id, currency, account, item_id, policy_id, amount, posted_on)
       select ('00000003-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, line, $1, 'USD', account,
         ('00000001-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '00000002-0000-7000-8000-000000000001', amount, now()
       from generate_series(1, $2::int) as n
       cross join (values (0, 'RECEIVABLE', 12750), (1, 'BILLED', -12750)) as leg(line, account, amount)`,
      [organizationId, invoices],
    ],
  ]);

/** What happened, as insight keeps it: live streams take it from there. */
export const addEvents = (databaseUrl: string, organizationId: string, count: number): Promise<void> =>
  administer(databaseUrl, [
    [
      `insert into insight.event (event_id, organization_id, service, name, type, kind, aggregate_id, version, at, reference,
         headline, trace_id)
       select gen_random_uuid(), $1, 'billing', 'invoice-sent', 'insurance.billing.invoice-sent.v1', 'invoice',
         gen_random_uuid()::text, 1, now(), 'INV-2026-000311', 'sent, 117.50 USD, due 20 Dec 2026', null
       from generate_series(1, $2::int)`,
      [organizationId, count],
    ],
  ]);
