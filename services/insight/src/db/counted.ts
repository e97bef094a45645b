import type { Counted } from '@staycover/db';

export const countedMails: Counted = { table: 'mail', by: { status: 'r.status' } };
