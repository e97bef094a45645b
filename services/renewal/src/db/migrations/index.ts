import type { Migrations } from '@staycover/db';
import { Renewals } from './0001-renewals.ts';

export const migrations: Migrations = { '0001-renewals': Renewals };
