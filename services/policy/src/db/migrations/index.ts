import type { Migrations } from '@staycover/db';
import { Policies } from './0001-policies.ts';

export const migrations: Migrations = { '0001-policies': Policies };
