import { type Database, query, whereGiven } from '@staycover/db';
import type { ClaimStatus } from '../domain/claim.ts';
import type { Account } from '../domain/ledger.ts';

const ofOrganizations = (organizations: string[] | null) =>
  whereGiven({ 'organization_id = any(?::text[])': organizations });

/** How many claims of these organizations (null: of all) there are in each state. */
export const countClaims = async (
  database: Database,
  organizations: string[] | null,
): Promise<{ status: ClaimStatus; count: number }[]> => {
  const { where, params } = ofOrganizations(organizations);
  const rows = await query<{ status: ClaimStatus; count: string }>(
    database,
    `select status, sum(counted) as count from claim_count ${where}
     group by status having sum(counted) <> 0 order by status`,
    params,
  );
  return rows.map(({ status, count }) => ({ status, count: Number(count) }));
};

/** The income and payments of the loss funds of a currency in a month, in minor units. */
export type FundMonth = { currency: string; month: string; fund: string; paid: string };

export const fundMonths = (database: Database, organizations: string[] | null): Promise<FundMonth[]> =>
  query<FundMonth>(
    database,
    `select currency, month,
       -coalesce(sum(amount) filter (where account = 'LOSS_FUND'), 0) as fund,
       -coalesce(sum(amount) filter (where account = 'CLAIMS_PAID'), 0) as paid
     from posting_count
     where account in ('LOSS_FUND', 'CLAIMS_PAID') ${organizations ? 'and organization_id = any($1::text[])' : ''}
     group by currency, month order by currency, month`,
    organizations ? [organizations] : [],
  );

/** What some postings of one account hold: a credit is negative in a posting. */
export const HELD = `case when account = 'COLLECTED_PREMIUM' then sum(amount) else -sum(amount) end`;

/** What an account holds, in minor units. */
export type AccountBalance = { currency: string; account: Account; balance: string };

/** The accounts of these organizations (null: of all). */
export const accountBalances = (database: Database, organizations: string[] | null): Promise<AccountBalance[]> => {
  const { where, params } = ofOrganizations(organizations);
  return query<AccountBalance>(
    database,
    `select currency, account, ${HELD} as balance from posting_count ${where}
     group by currency, account order by currency, account`,
    params,
  );
};
