import { systemActor } from '@staycover/kernel';
import { type AccountKey, accountsToAllocate } from '../db/accounts.ts';
import { invoicesToMirror } from '../db/mirrored.ts';
import { askPendingRefunds } from './ask-refunds.ts';
import { type Credited, creditPolicies } from './credit-policies.ts';
import type { Deriving } from './derive-invoice.ts';
import { forEach } from './for-each.ts';
import { mirrorInvoice } from './mirror.ts';
import { allocateAccount } from './on-account.ts';
import type { PaymentEventDeps } from './receive-payment-event.ts';

export type FollowUpDeps = PaymentEventDeps & Deriving;

export type FollowedUp = Pick<Credited, 'credited'> & { allocated: number; mirrored: number; errors: number };

/**
 * Does what follows from commits that are over: credits policies that wait, all or those that have ended, gives what accounts hold to what was sent
 * since, makes at the payment provider what reduced invoices here, and asks it for refunds. What fails is repeated by the
 * next run and stops nothing else.
 */
export const followUp =
  (deps: FollowUpDeps) =>
  async (which: 'ALL' | 'ENDED', signal?: AbortSignal): Promise<FollowedUp> => {
    const { database, provider } = deps;
    const { credited, failed } = await creditPolicies(deps)(which, signal);
    const run: FollowedUp = { credited, allocated: 0, mirrored: 0, errors: failed };
    const each = forEach({ logger: deps.logger, signal }, () => run.errors++);
    await each<AccountKey>(
      (after, limit) => accountsToAllocate(database, after, limit),
      async (key) => {
        await allocateAccount(deps, systemActor('billing', key.organizationId), key);
        run.allocated++;
      },
    );
    if (!provider) return run;
    await each<{ id: string }>(
      (after, limit) => invoicesToMirror(database, after?.id, limit),
      async ({ id }) => {
        await mirrorInvoice({ database, provider }, id);
        run.mirrored++;
      },
    );
    await askPendingRefunds({ ...deps, provider }, signal, () => run.errors++);
    return run;
  };
