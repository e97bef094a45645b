import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { eventTable } from './event-table.ts';

test('docs/events.md is what the code says', () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../../docs/events.md'), 'utf8')).toBe(eventTable());
});
