import { expect, test } from '@jest/globals';
import { openSheet } from './sheet.ts';

test.each(['two\nlines', 'two\r\nlines', 'two\u2028lines'])('%j is two lines high, however short it is', (text) => {
  const sheet = openSheet({ title: 'Invoice', reference: 'INV-2026-000001' });
  expect(sheet.measureHeight(text, 400) / sheet.measureHeight('one', 400)).toBeCloseTo(2, 1);
});
