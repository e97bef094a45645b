import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventTable } from './event-table.ts';

writeFileSync(resolve(import.meta.dirname, '../../../docs/events.md'), eventTable());
