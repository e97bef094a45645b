import type { AccountBalance, AccountEntry, Statement } from '@staycover/api';
import { majorFromMinor, sum } from '@staycover/kernel';
import type { AccountKey } from './db/accounts.ts';
import type { Balances, EntryRow, LedgerItem, PostingRow } from './db/statements.ts';

/** What an organization owes, as the interface shows it. */
export const accountResource = (organizationId: string, rows: readonly Balances[]): AccountBalance => ({
  organizationId,
  balances: rows.map(({ currency, ...row }) => {
    const major = (minor: string) => majorFromMinor(BigInt(minor), currency);
    return {
      currency,
      due: major(row.due),
      overdue: major(row.overdue),
      held: major(row.held),
      openRefunds: major(row.open_refunds),
      disputed: major(row.disputed),
      balance: major(row.balance),
    };
  }),
});

type Days = AccountKey & { from: string; to: string };

/** The ledger of an account over some days, as the interface shows it. */
export const statementResource = (days: Days, opening: bigint, rows: readonly PostingRow[]): Statement => {
  const major = (minor: bigint) => majorFromMinor(minor, days.currency);
  const owed = rows.filter(({ account }) => account === 'RECEIVABLE');
  return {
    ...days,
    opening: major(opening),
    closing: major(opening + sum(owed.map(({ amount }) => BigInt(amount)))),
    postings: rows.map((row) => ({
      entryId: row.entry_id,
      line: row.line,
      postedOn: row.posted_on,
      account: row.account,
      itemId: row.item_id,
      policyId: row.policy_id,
      amount: major(BigInt(row.amount)),
    })),
  };
};

/** Entries of an account with what they are about, from their postings, entry by entry. */
export const entryResources = (rows: readonly EntryRow[], items: ReadonlyMap<string, LedgerItem>): AccountEntry[] =>
  [...Map.groupBy(rows, ({ entry_id }) => entry_id)].map(([entryId, postings]) => {
    const { posted_on: postedOn, currency } = postings[0]!;
    return {
      entryId,
      postedOn,
      currency,
      postings: postings.map(({ account, item_id, policy_id, amount }) => ({
        account,
        itemId: item_id,
        item: items.get(item_id) ?? null,
        policyId: policy_id,
        amount: majorFromMinor(BigInt(amount), currency),
      })),
    };
  });
