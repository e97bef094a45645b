import pg from 'pg';

export const ORGANIZATION = 'bench';
export const MONTH = '2026-10';

const LINES_AN_INVOICE = 1_000;
const POSTINGS_AN_INVOICE = 4;

/** The requested number of rows for each report, besides earlier payments and decisions. */
export const fillReports = async (databaseUrl: string, rows: number): Promise<void> => {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    // Triggers are disabled: their work is not measured.
    await admin.query(`set session_replication_role = replica`);
    for (const sql of [claimDays(rows), fundPostings(rows), ...invoices(rows), ...receivables(rows)])
      await admin.query(sql);
    await admin.query(
      'vacuum analyze claims.claim_day, claims.posting, billing.invoice_line, billing.invoice, billing.ar_posting',
    );
  } finally {
    await admin.end();
  }
};

/** The n-th UUID of a kind of rows. */
const id = (kind: number, n = 'n'): string =>
  `(lpad('${kind}', 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Claims that came in the month before and were approved in this one, a part of it paid. */
const claimDays = (claims: number): string => `
  insert into claims.claim_day (claim_id, day, organization_id, claim_reference, policy_reference, damage_date, notified_on,
    decided_on, coverage_type, category, status, loss, deductible, approved, reserve, paid, currency)
  select ${id(1)}, day, '${ORGANIZATION}', 'CLM-2026-' || lpad(n::text, 7, '0'), 'POL-2026-' || n % 1000, '2026-09-01'::date + n % 25,
    '2026-09-28', decided, 'CONTENTS', 'FLOORING', status, 1000, 250, approved, approved - paid, paid, 'USD'
  from generate_series(1, ${claims}) as n,
    (values ('2026-09-28'::date, null::date, 'SUBMITTED', 0, 0), ('${MONTH}-15', '${MONTH}-15', 'APPROVED', 7500000, 3000000))
      as days(day, decided, status, approved, paid)`;

/** What the splits of two months brought to the loss funds of policies. */
const fundPostings = (policies: number): string => `
  insert into claims.posting (organization_id, policy_id, source_event_id, line, account, currency, amount, posted_at, order_line_id,
    invoice_id, stay_month)
  select '${ORGANIZATION}', ${id(2)}, ${id(2)}, line, account, 'USD', amount, posted_at, 'line-' || n, ${id(3)}, '${MONTH}'
  from generate_series(1, ${policies}) as n,
    (values (1, 'COLLECTED_PREMIUM', 12750, '2026-09-20'::timestamptz), (2, 'RETAINED_PREMIUM', -9450, '2026-09-20'),
      (3, 'LOSS_FUND', -3300, '2026-09-20'), (4, 'LOSS_FUND', -1100, '${MONTH}-20')) as lines(line, account, amount, posted_at)`;

const INVOICE = `id, organization_policy_id, organization_id, invoice_reference, period_start, period_end, subtotal, tax, total,
  due_date, sent_at, subtotals_by_category, retry_attempt, order_count, refunded, created_date, last_modified_date, generated_hash,
  created_by, last_modified_by, currency, status`;
const STATED = `'{}', 0, 0, 0, '2026-10-01', '2026-10-01', '', 'bench', 'bench', 'USD'`;

const invoices = (lines: number): string[] => [
  `insert into billing.invoice (${INVOICE})
   select ${id(3)}, ${id(4)}, '${ORGANIZATION}', 'INV-2026-' || lpad(n::text, 6, '0'), '${MONTH}-01', '${MONTH}-31',
     ${LINES_AN_INVOICE} * 12750, 0, ${LINES_AN_INVOICE} * 12750, '2026-11-15'::date, '${MONTH}-01'::timestamptz + n * interval '40 minutes',
     ${STATED}, 'SENT'
   from generate_series(1, ${Math.ceil(lines / LINES_AN_INVOICE)}) as n`,
  `insert into billing.invoice_line (id, invoice_id, manual, position, category, description, quantity, unit_price, amount, premium,
     loss_fund, partner_fee, service_fee, nights, property_id, property_name, stay_month, state_code, order_id, order_line_id,
     origin_id)
   select ${id(5)}, ${id(3, `1 + (n - 1) / ${LINES_AN_INVOICE}`)}, false, (n - 1) % ${LINES_AN_INVOICE}, 'PREMIUM',
     'Beach House ' || n || ', 30 nights', 30, 42500, 12750, 9450, 3300, 0, 0, '{}', 'prop-' || n, 'Beach House ' || n, '${MONTH}', 'FL',
     'order-' || n, ${id(5)}, ${id(5)}
   from generate_series(1, ${lines}) as n`,
];

/** Invoices of the months before, of which nine in ten were paid. */
const receivables = (postings: number): string[] => {
  const count = Math.ceil(postings / POSTINGS_AN_INVOICE);
  return [
    `insert into billing.invoice (${INVOICE})
     select ${id(6)}, ${id(6)}, '${ORGANIZATION}', 'OLD-2026-' || n, '2026-07-01', '2026-07-31', 12750, 0, 12750,
       '2026-07-01'::date + n % 120, '2026-07-01'::timestamptz, ${STATED}, case when n % 10 = 0 then 'PAST_DUE' else 'PAID' end
     from generate_series(1, ${count}) as n`,
    `insert into billing.ar_posting (entry_id, line, organization_id, currency, account, item_id, policy_id, amount, posted_on)
     select ${id(7, 'n * 2 + (line - 1) / 2')}, line, '${ORGANIZATION}', 'USD', account, ${id(6)}, ${id(6)}, amount, posted_on
     from generate_series(1, ${count}) as n,
       (values (1, 'RECEIVABLE', 12750, '2026-07-01'::date), (2, 'BILLED', -12750, '2026-07-01'), (3, 'CASH', 12750, '2026-08-01'),
         (4, 'RECEIVABLE', -12750, '2026-08-01')) as lines(line, account, amount, posted_on)
     where line < 3 or n % 10 <> 0`,
  ];
};
