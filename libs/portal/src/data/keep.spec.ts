import { expect, test } from '@jest/globals';
import { keepWithin } from './keep.ts';

const rows = ['a row'];

test.each([
  ['another page', ['invoices', { organizationId: 'acme', cursor: 'c' }], rows],
  ['another filter', ['invoices', { organizationId: 'acme', status: 'PAID' }], rows],
  ['another organization', ['invoices', { organizationId: 'globex' }], undefined],
  ['all organizations', ['invoices', {}], undefined],
  ['another list', ['policies', { organizationId: 'acme' }], undefined],
])('what was shown stays while %s comes: %j', (_what, before, kept) => {
  expect(keepWithin(['invoices', { organizationId: 'acme' }])(rows, { queryKey: before })).toBe(kept);
});

test('the lines of an invoice are not those of the one before', () => {
  const keep = keepWithin(['lines of 2', {}]);
  expect(keep(rows, { queryKey: ['lines of 1', {}] })).toBeUndefined();
  expect(keep(rows, undefined)).toBeUndefined();
});
