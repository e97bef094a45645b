import { gather } from '@staycover/change';
import { execute, query, type Work } from '@staycover/db';
import { type Actor, type Currency, type Instant, type Minor, mayAccess } from '@staycover/kernel';
import type { Account, Posting } from '../domain/ledger.ts';

type PostingSource = {
  eventId: string;
  organizationId: string;
  policyId: string;
  invoiceId: string;
  currency: Currency;
  now: Instant;
};

type Added = { tx: Work; source: PostingSource; postings: readonly Posting[] };

const MOST_TOGETHER = 5_000;

const adding = gather<Added, undefined>({
  on: ({ tx }) => tx,
  fits: (chosen, { postings }) =>
    chosen.reduce((sum, other) => sum + other.postings.length, postings.length) <= MOST_TOGETHER,
  async run(items) {
    const rows = items.flatMap(({ source, postings }) => postings.map((posting) => ({ ...source, ...posting })));
    await execute(
      items[0]!.tx,
      `insert into posting (source_event_id, organization_id, policy_id, invoice_id, currency, posted_at,
         line, account, amount, order_line_id, stay_month)
       select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[],
         $7::int[], $8::text[], $9::bigint[], $10::text[], $11::text[])
       on conflict on constraint posting_line do nothing`,
      [
        rows.map(({ eventId }) => eventId),
        rows.map(({ organizationId }) => organizationId),
        rows.map(({ policyId }) => policyId),
        rows.map(({ invoiceId }) => invoiceId),
        rows.map(({ currency }) => currency),
        rows.map(({ now }) => now.toString()),
        rows.map(({ line }) => line),
        rows.map(({ account }) => account),
        rows.map(({ amount }) => amount.toString()),
        rows.map(({ orderLineId }) => orderLineId),
        rows.map(({ stayMonth }) => stayMonth),
      ],
    );
    return items.map(() => undefined);
  },
});

/** Appends the postings of a source event; those that are there already stay as they are. */
export const addPostings = (tx: Work, source: PostingSource, postings: readonly Posting[]): Promise<undefined> =>
  adding({ tx, source, postings });

export type Balance = { policyId: string; currency: Currency; account: Account; balance: Minor };

/** What every account of an organization holds, by policy and currency, in minor units. */
export const readBalances = async (
  work: Work,
  actor: Actor,
  { organizationId, policyId = null }: { organizationId: string; policyId?: string | null | undefined },
): Promise<Balance[]> => {
  if (!mayAccess(actor, organizationId)) return [];
  const rows = await query<Omit<Balance, 'balance'> & { balance: string }>(
    work,
    `select policy_id as "policyId", currency, account, balance from ledger_balance
     where organization_id = $1 and ($2::uuid is null or policy_id = $2) order by policy_id, currency, account`,
    [organizationId, policyId],
  );
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
};
