import { execute, query, type Work } from '@staycover/db';
import { type Actor, type Currency, type Instant, type Minor, mayAccess } from '@staycover/kernel';
import type { Account, Posting } from '../domain/ledger.ts';

export type PostingSource = {
  eventId: string;
  organizationId: string;
  policyId: string;
  invoiceId: string;
  currency: Currency;
  now: Instant;
};

/** Appends the postings of one source event; those that are there already stay as they are. */
export const addPostings = (work: Work, source: PostingSource, postings: readonly Posting[]): Promise<number> =>
  execute(
    work,
    `insert into posting (source_event_id, organization_id, policy_id, invoice_id, currency, posted_at,
       line, account, amount, order_line_id, stay_month)
     select $1::uuid, $2, $3::uuid, $4::uuid, $5, $6::timestamptz, p.*
     from unnest($7::int[], $8::text[], $9::bigint[], $10::text[], $11::text[]) p
     on conflict on constraint posting_line do nothing`,
    [
      source.eventId,
      source.organizationId,
      source.policyId,
      source.invoiceId,
      source.currency,
      source.now.toString(),
      postings.map(({ line }) => line),
      postings.map(({ account }) => account),
      postings.map(({ amount }) => amount.toString()),
      postings.map(({ orderLineId }) => orderLineId),
      postings.map(({ stayMonth }) => stayMonth),
    ],
  );

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
