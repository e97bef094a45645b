import { expect, test } from '@jest/globals';
import { destinations, foundBy } from './destination.ts';

test('an empty query finds every page', () => {
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

test('a trace leads to what it caused', () => {
  expect(destinations('4BF92F3577B34DA6A3CE929D0E0E4736')).toEqual([
    { to: '/timeline/4bf92f3577b34da6a3ce929d0e0e4736', label: 'what this trace caused' },
  ]);
});

test('a word is a page, an organization or a reservation', () => {
  expect(destinations('inv')).toEqual([
    { to: '/invoices', label: 'invoices' },
    ...['policies', 'invoices', 'deals', 'claims'].map((kind) => ({
      to: `/${kind}`,
      search: { org: 'inv' },
      label: `${kind} of the organization inv`,
    })),
    { to: '/claims', search: { reservation: 'inv' }, label: 'claims of the reservation inv' },
  ]);
});

test('what a search found leads to its page, or to its timeline', () => {
  const found = { organizationId: 'acme', reference: 'INV-2026-000311', name: null, status: 'PAST_DUE' };
  expect(
    foundBy([
      { ...found, kind: 'invoice', id: 'i' },
      { ...found, kind: 'payment', id: 'p', status: null },
    ]),
  ).toEqual([
    { to: '/invoices/i', label: 'INV-2026-000311: invoice of acme, past due' },
    { to: '/timeline/p', label: 'INV-2026-000311: payment of acme' },
  ]);
});
