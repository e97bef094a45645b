import { inTransaction } from '@staycover/change';
import type { BatchWork } from '@staycover/schedules';
import {
  type AccountKey,
  accountFor,
  holdsAnything,
  lockAccount,
  lockAccountsToAllocate,
  noteAllocated,
} from '../db/accounts.ts';
import type { Invoice } from '../domain/invoice.ts';
import { allocate } from '../domain/receivables/allocate.ts';
import type { BillingDeps } from './deps.ts';
import { onAccount, ownContext } from './on-account.ts';

/** Gives what an account holds, if that is anything, to what is due on it. */
export const allocateHeld = async (deps: BillingDeps, key: AccountKey): Promise<void> => {
  if (!(await holdsAnything(deps.database, key))) return;
  const context = ownContext(deps, key);
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, key);
    if ((await noteAllocated(tx, [key])).length > 0) await onAccount(tx, context, key, {}, allocate);
  });
};

/** The same right behind a sending; what keeps it from that is made up for soon. */
export const allocateAfterSending = async (deps: BillingDeps, invoice: Invoice): Promise<void> => {
  const key = accountFor(invoice);
  try {
    await allocateHeld(deps, key);
  } catch (error) {
    deps.logger.warn({ err: error, ...key }, 'what the account holds is allocated later');
  }
};

export const SETTLEMENT = 'settlement';

/** Gives what accounts hold to what was issued in them since, many accounts in one transaction. */
export const settling = (deps: BillingDeps): BatchWork => ({
  name: SETTLEMENT,
  handle: ({ ids, settle }) =>
    settle(async (tx) => {
      const keys = await lockAccountsToAllocate(tx, ids);
      for (const key of await noteAllocated(tx, keys)) {
        const context = ownContext(deps, key);
        await onAccount(tx, context, key, {}, allocate);
      }
      return { allocated: keys.length };
    }),
});
