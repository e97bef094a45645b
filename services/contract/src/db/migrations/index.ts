import type { Migrations } from '@staycover/db';
import { Contracts } from './0001-contracts.ts';
import { WebhookIds } from './0002-webhook-ids.ts';

export const migrations: Migrations = { '0001-contracts': Contracts, '0002-webhook-ids': WebhookIds };
