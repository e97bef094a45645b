import { describe, expect, test } from '@jest/globals';
import { keepPlaces } from './steady.ts';

type Row = { id: string; value?: number };

const rows = (ids: string): Row[] => [...ids].map((id) => ({ id }));
const getKey = ({ id }: Row) => id;
const kept = (shown: string, fresh: string, hasNext = true) => {
  const { rows: now, newer } = keepPlaces(rows(shown), rows(fresh), { getKey, hasNext });
  return [now.map(({ id }) => id).join(''), newer];
};

describe('a page of a list that is read again', () => {
  test.each([
    ['the same', 'cba', 'cba', 'cba', 0],
    ['one that is new', 'cba', 'dcba', 'cba', 1],
    ['new ones that push others off the page', 'cba', 'edc', 'cba', 2],
    ['one that left the list', 'cba', 'ca', 'ca', 0],
    ['one that left, and one that moved up behind it', 'cba', 'ca0', 'ca0', 0],
    ['one that came in the middle', 'ca', 'cba', 'ca', 1],
    ['one that left and one that is new', 'cba', 'dca', 'ca', 1],
    ['nothing that was shown', 'cba', 'fed', 'fed', 0],
    ['nothing at all', 'cba', '', '', 0],
    ['the first rows of all', '', 'ba', 'ba', 0],
  ])('%s', (_what, shown, fresh, expected, newer) => {
    expect(kept(shown, fresh)).toEqual([expected, newer]);
  });

  test.each([
    ['the last one left, and one is new', 'cba', 'dcb', 'cb', 1],
    ['all but the first left, and two are new', 'cba', 'edc', 'c', 2],
    ['one is new', 'cba', 'dcba', 'cba', 1],
  ])(
    'given no page behind it, when %s, then nothing is taken as pushed off',
    (_what, shown, fresh, expected, newer) => {
      expect(kept(shown, fresh, false)).toEqual([expected, newer]);
    },
  );

  test.each([
    ['the same', 'cba', 0],
    ['two that are new, and push others off the page', 'edc', 2],
    ['one that is new, and pushes the last off the page', 'dcb', 1],
  ])('given %s, then it names how many of the last rows are no longer read', (_what, fresh, unread) => {
    expect(keepPlaces(rows('cba'), rows(fresh), { getKey, hasNext: true }).unread).toBe(unread);
  });

  test('what is shown now stays the same when it is kept', () => {
    const page = { getKey, hasNext: true };
    for (const fresh of ['edc', 'dcba', 'ca0', 'fed']) {
      const now = keepPlaces(rows('cba'), rows(fresh), page);
      expect(keepPlaces(now.rows, rows(fresh), page)).toEqual(now);
    }
  });

  test('shows the newest values of what stays', () => {
    const [shown, fresh] = [[{ id: 'a', value: 1 }], [{ id: 'a', value: 2 }]];
    const { rows: now } = keepPlaces(shown, fresh, { getKey, hasNext: false });
    expect(now).toEqual([{ id: 'a', value: 2 }]);
  });
});
