import { expect, test } from '@jest/globals';
import { openSheet } from './sheet.ts';

test.each(['two\nlines', 'two\r\nlines', 'two\u2028lines'])('%j is two lines high, however short it is', (text) => {
  const sheet = openSheet({ title: 'Invoice', reference: 'INV-2026-000001' });
  expect(sheet.measureHeight(text, 400) / sheet.measureHeight('one', 400)).toBeCloseTo(2, 1);
});

test('a Hebrew text is as high as its lines, however long its words are', () => {
  const sheet = openSheet({ title: 'Invoice', reference: 'INV-2026-000001' });
  const one = sheet.measureHeight('one', 400);
  expect(sheet.measureHeight('בית הים '.repeat(20), 400) / one).toBeCloseTo(2, 1);
  expect(sheet.measureHeight('א'.repeat(20_000), 400) / one).toBeGreaterThan(200);
});
