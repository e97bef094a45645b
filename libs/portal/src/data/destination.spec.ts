import { expect, test } from '@jest/globals';
import { destinations } from './destination.ts';

test('nothing asked for: every page', () => {
  expect(destinations(' ').map(({ to }) => to)).toContain('/invoices');
});

test('an id leads to what may have it', () => {
  const id = '01a182d4-4751-79ac-8d83-fcf043f9cadb';
  expect(destinations(id).map(({ to }) => to)).toEqual([
    `/policies/${id}`,
    `/invoices/${id}`,
    `/deals/${id}`,
    `/claims/${id}`,
  ]);
});

test('a word is a page, an organization or a reservation', () => {
  expect(destinations('inv')).toEqual([
    { to: '/invoices', says: 'invoices' },
    ...['policies', 'invoices', 'deals', 'claims'].map((kind) => ({
      to: `/${kind}`,
      search: { org: 'inv' },
      says: `${kind} of the organization inv`,
    })),
    { to: '/claims', search: { reservation: 'inv' }, says: 'claims of the reservation inv' },
  ]);
});
