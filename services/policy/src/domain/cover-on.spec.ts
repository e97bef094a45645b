import { beforeEach, describe, expect, test } from '@jest/globals';
import { Book } from '../testing/book.ts';
import { date, stated } from '../testing/policies-in-time.ts';
import { coverOn } from './cover-on.ts';

let book: Book;
const cover = (night: string, propertyId = 'beach') => {
  const { policy, changes, earlier, elections, rows } = book.entry();
  const property = book.properties.find((one) => one.propertyId === propertyId)!;
  const renewals = changes.filter(({ kind }) => kind === 'RENEW');
  const facts = { policy, changes, base: null, renewals, terms: [...earlier, policy], elections };
  const asked = { night: date(night), today: book.today };
  return coverOn({ ...facts, rows: rows.filter((row) => row.propertyId === propertyId) }, property, asked);
};

beforeEach(() => {
  book = new Book(date('2026-11-03'));
  book.learn({ propertyId: 'beach', state: 'FL' });
  book.learn({ propertyId: 'lake', state: 'GA' });
  book.add();
  book.elect([stated('PROPERTY:beach', { from: '2026-11-02' })]);
});

describe('on a night', () => {
  beforeEach(() => book.patch({ status: 'ACTIVE' }));

  test('a policy covers its enrolled properties, by its members of that night', () => {
    book.today = date('2026-11-10');
    book.put({ members: { coverage: { deductible: 250 } } });
    expect(cover('2026-11-09')).toMatchObject({ covered: true, reason: null, members: { coverage: null } });
    expect(cover('2026-11-10')).toMatchObject({ covered: true, members: { coverage: { deductible: 250 } } });
  });

  test.each([
    ['first of the election', '2026-11-02'],
    ['last of the term', '2027-10-31'],
  ])('it covers the %s', (_name, night) => expect(cover(night)).toMatchObject({ covered: true, reason: null }));

  test.each([
    ['before the first term', '2026-10-31', 'beach', 'NOT_IN_FORCE'],
    ['after the last term', '2027-11-01', 'beach', 'NOT_IN_FORCE'],
    ['before the election', '2026-11-01', 'beach', 'NOT_ENROLLED'],
    ['for another property', '2026-11-10', 'lake', 'NOT_ENROLLED'],
  ])('it covers nothing %s', (_name, night, propertyId, reason) => {
    expect(cover(night, propertyId)).toMatchObject({ covered: false, reason });
  });

  test('it covers nothing while it is suspended, nor once it is cancelled', () => {
    book.patch({ status: 'SUSPENDED', effectiveDate: date('2026-11-05') });
    book.patch({ status: 'CANCELLED', effectiveDate: date('2026-11-08') });
    const nights = ['2026-11-04', '2026-11-05', '2026-11-08'];
    expect(nights.map((night) => cover(night).reason)).toEqual([null, 'SUSPENDED', 'NOT_IN_FORCE']);
  });

  test('it covers nothing that it does not take then', () => {
    book.put({ members: { supportedStates: ['GA'] }, effectiveFrom: date('2026-11-20') });
    expect([cover('2026-11-19').reason, cover('2026-11-20').reason]).toEqual([null, 'NOT_ELIGIBLE']);
  });

  test('it was bound when its term was', () => {
    book.today = date('2027-10-10');
    book.renew();
    expect([cover('2027-10-31'), cover('2027-11-01')].map(({ boundAt }) => `${boundAt}`)).toEqual([
      '2026-11-03T09:00:00Z',
      '2027-10-10T09:00:00Z',
    ]);
  });
});

test('a policy that is not bound covers nothing', () => {
  expect(cover('2026-11-10')).toMatchObject({ covered: false, reason: 'NOT_BOUND', boundAt: null });
});
