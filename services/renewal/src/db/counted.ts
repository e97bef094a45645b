import type { Counted } from '@staycover/db';

export const countedRenewals: Counted = { table: 'renewal', by: { status: 'r.status' } };
