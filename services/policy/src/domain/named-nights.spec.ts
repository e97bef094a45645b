import { beforeEach, describe, expect, test } from '@jest/globals';
import { Book } from '../testing/book.ts';
import { date, pendingPolicy, stated } from '../testing/policies-in-time.ts';
import { printRows } from '../testing/print-rows.ts';

let book: Book;
const rows = (id: string) => printRows(book.rows(id));

/** Policy `a` covers the organization, which has a beach house, from January on. */
beforeEach(() => {
  book = new Book(date('2026-01-01'));
  book.learn({ propertyId: 'beach', groupIds: ['florida'] });
  book.add({ id: 'a', termStart: date('2026-01-01') });
  book.elect([stated('ORGANIZATION', { from: '2026-01-01' })], { id: 'a' });
  book.patch({ status: 'ACTIVE' }, 'a');
  book.today = date('2026-11-10');
});

const bindB = (
  elections: Parameters<Book['elect']>[0],
  termStart = '2026-11-10',
  productLine: string | null = null,
) => {
  const { details } = pendingPolicy();
  book.add({ id: 'b', termStart: date(termStart), details: { ...details, productLine } });
  book.elect(elections, { id: 'b' });
  book.patch({ status: 'ACTIVE' }, 'b');
};

describe('a property that another policy names', () => {
  test('given that the broad one goes to another product line, and is corrected later, then nights before stay', () => {
    const correct = () =>
      book.correct({ effectiveFrom: date('2026-11-01'), reason: 'agreed', members: { ratePerNight: 40_000n } }, 'a');
    book.learn({ propertyId: 'p9' });
    bindB([stated('PROPERTY:p9')]);
    book.today = date('2026-11-15');
    book.put({ details: { productLine: 'STR' } }, 'a');
    const apart = ['beach 2026-01-01..', 'p9 2026-11-15..'];
    expect(rows('a')).toEqual(apart);
    correct();
    expect(rows('a')).toEqual(apart);
    book.today = date('2026-11-20');
    book.put({ details: { productLine: null } }, 'a');
    book.put({ members: { ratePerNight: 45_000n } }, 'a');
    const yielding = ['beach 2026-01-01..', 'p9 2026-11-15..2026-11-20'];
    expect(rows('a')).toEqual(yielding);
    book.correct({ effectiveFrom: date('2026-11-02'), reason: 'agreed', members: { ratePerNight: 41_000n } }, 'a');
    expect(rows('a')).toEqual(yielding);
  });

  test('and that is new is never enrolled broadly', () => {
    book.learn({ propertyId: 'p9' });
    bindB([stated('PROPERTY:p9')]);
    expect(rows('a')).toEqual(['beach 2026-01-01..']);
    expect(rows('b')).toEqual(['p9 2026-11-10..']);
  });

  test('leaves the broad one from the day of binding; nights that have passed stay', () => {
    bindB([stated('PROPERTY:beach', { from: '2026-11-01' })], '2026-11-01');
    expect(rows('a')).toEqual(['beach 2026-01-01..2026-11-10']);
    expect(rows('b')).toEqual(['beach 2026-11-01..']);
    expect(book.entry('a').changedFrom).toEqual(date('2026-11-10'));
  });

  test('stays with it while it is suspended, and returns when it ends', () => {
    bindB([stated('PROPERTY:beach')]);
    book.today = date('2026-11-15');
    book.patch({ status: 'SUSPENDED' }, 'b');
    expect(rows('a')).toEqual(['beach 2026-01-01..2026-11-10']);
    book.today = date('2026-11-20');
    book.patch({ status: 'CANCELLED' }, 'b');
    expect(rows('a')).toEqual(['beach 2026-01-01..2026-11-10', 'beach 2026-11-20..']);
  });

  test('never left when that policy is rescinded, and did when that is taken back', () => {
    bindB([stated('PROPERTY:beach')]);
    book.today = date('2026-11-20');
    book.correct({ effectiveFrom: date('2026-11-10'), reason: 'not taken up', status: 'CANCELLED' }, 'b');
    expect([rows('a'), rows('b')]).toEqual([['beach 2026-01-01..'], []]);
    expect(book.entry('a').changedFrom).toEqual(date('2026-11-10'));
    book.today = date('2026-11-25');
    book.correct({ effectiveFrom: date('2026-11-10'), reason: 'taken up after all', status: 'ACTIVE' }, 'b');
    expect([rows('a'), rows('b')]).toEqual([['beach 2026-01-01..2026-11-10'], ['beach 2026-11-10..']]);
  });

  test('goes to no broad policy when a successor of the one that names it is rescinded', () => {
    bindB([stated('PROPERTY:beach')]);
    book.today = date('2026-11-15');
    book.add({ id: 'c', termStart: date('2026-11-15'), previousPolicyId: 'b' });
    book.elect([stated('PROPERTY:beach')], { id: 'c' });
    book.patch({ status: 'ACTIVE' }, 'c');
    book.today = date('2026-11-20');
    book.correct({ effectiveFrom: date('2026-11-15'), reason: 'not taken up', status: 'CANCELLED' }, 'c');
    expect([rows('a'), rows('b'), rows('c')]).toEqual([['beach 2026-01-01..2026-11-10'], ['beach 2026-11-10..'], []]);
  });

  test('is both policies’ when both name it', () => {
    book.elect([stated('PROPERTY:beach', { from: '2026-01-01' })], { id: 'a' });
    bindB([stated('PROPERTY:beach')]);
    expect([rows('a'), rows('b')]).toEqual([['beach 2026-01-01..'], ['beach 2026-11-10..']]);
  });

  test.each<[string, Parameters<Book['elect']>[0], string | null]>([
    ['elected as broadly', [stated('ORGANIZATION')], null],
    ['elected by its group', [stated('GROUP:florida')], null],
    ['named for another product line', [stated('PROPERTY:beach')], 'LIABILITY'],
  ])('stays enrolled when it is %s', (_name, elections, productLine) => {
    bindB(elections, '2026-11-10', productLine);
    expect(rows('a')).toEqual(['beach 2026-01-01..']);
  });

  test('stays enrolled while that policy is not bound, or does not take it', () => {
    book.add({ id: 'b' });
    book.elect([stated('PROPERTY:beach')], { id: 'b' });
    expect(rows('a')).toEqual(['beach 2026-01-01..']);
    book.put({ members: { excludedPropertyTypes: ['BOAT'], eligibilityOverrides: { beach: 'DENY' } } }, 'b');
    book.patch({ status: 'ACTIVE' }, 'b');
    expect(rows('a')).toEqual(['beach 2026-01-01..']);
  });
});

test('an organization’s election reaches a property from the day that it is known', () => {
  book.learn({ propertyId: 'lake' });
  expect(rows('a')).toEqual(['beach 2026-01-01..', 'lake 2026-11-10..']);
});

test('a group’s election reaches a property on the nights on which it is in the group', () => {
  book.elect([stated('ORGANIZATION', { action: 'EXCLUDE' }), stated('GROUP:georgia', { from: '2026-01-01' })], {
    id: 'a',
  });
  book.learn({ propertyId: 'beach', groupIds: ['georgia'], effectiveFrom: date('2026-12-01') });
  expect(rows('a')).toEqual(['beach 2026-01-01..2026-11-10', 'beach 2026-12-01..']);
});

test('a corrected state cuts the row from today on', () => {
  book.learn({ propertyId: 'beach', state: 'GA' });
  expect(book.rows('a').map(({ enrolledDate, state }) => [`${enrolledDate}`, state])).toEqual([
    ['2026-01-01', null],
    ['2026-11-10', 'GA'],
  ]);
});
