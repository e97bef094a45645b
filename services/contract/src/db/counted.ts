import type { Counted } from '@staycover/db';

export const countedContracts: Counted = { table: 'contract', by: { status: 'r.status' } };

export const countedDeals: Counted = { table: 'received_deal', by: { outcome: 'r.outcome' } };
