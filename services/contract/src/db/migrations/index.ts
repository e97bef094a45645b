import type { Migrations } from '@staycover/db';
import { Contracts } from './0001-contracts.ts';
import { WebhookIds } from './0002-webhook-ids.ts';
import { Audit } from './0003-audit.ts';
import { ContractCalendar } from './0004-contract-calendar.ts';
import { ReceivedDeals } from './0005-received-deals.ts';
import { Counts } from './0006-counts.ts';

export const migrations: Migrations = {
  '0001-contracts': Contracts,
  '0002-webhook-ids': WebhookIds,
  '0003-audit': Audit,
  '0004-contract-calendar': ContractCalendar,
  '0005-received-deals': ReceivedDeals,
  '0006-counts': Counts,
};
