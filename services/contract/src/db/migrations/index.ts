import type { Migrations } from '@staycover/db';
import { Contracts } from './0001-contracts.ts';

export const migrations: Migrations = { '0001-contracts': Contracts };
