import type { Migrations } from '@staycover/db';
import { Events } from './0001-events.ts';

export const migrations: Migrations = { '0001-events': Events };
