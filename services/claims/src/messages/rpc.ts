import type { Database } from '@staycover/db';
import { ledgerBalances } from '@staycover/events';
import { systemActor } from '@staycover/kernel';
import { answer, type RpcHandler } from '@staycover/messaging';
import { readBalances } from '../db/postings.ts';

/** What other services may ask this one. */
export const rpc = (database: Database): readonly RpcHandler[] => [
  answer(ledgerBalances, async ({ organizationId, policyId }) => {
    const actor = systemActor('rpc', organizationId);
    const balances = await database.read((em) => readBalances(em, actor, { organizationId, policyId }));
    return { balances: balances.map(({ balance, ...account }) => ({ ...account, balanceCents: Number(balance) })) };
  }),
];
