import type { Migrations } from '@staycover/db';
import { Policies } from './0001-policies.ts';
import { Audit } from './0002-audit.ts';

export const migrations: Migrations = { '0001-policies': Policies, '0002-audit': Audit };
