import { expect, test } from '@jest/globals';
import { date } from '../testing/policies-in-time.ts';
import { type KeptProperty, learnAll } from './elect.ts';
import type { StatedProperty } from './election.ts';

const today = date('2026-11-10');
const at = (hour: number) => Temporal.Instant.from('2026-11-10T00:00:00Z').add({ hours: hour });

const learn = (known: readonly KeptProperty[], hour: number, ...stated: StatedProperty[]): KeptProperty[] => {
  const news = learnAll(known, stated, at(hour), today).map(({ property }) => property);
  return news.length > 0 ? news : [...known];
};

const named = { propertyId: 'beach' };
const described = { ...named, propertyName: 'Beach House', state: 'FL' };

test('a property that is known gets another name and reference', () => {
  const known = learn([], 9, described);
  const news = { propertyName: 'Lake House', propertyReferenceId: 'FL-2' };
  expect(learn(known, 10, { ...named, ...news })).toMatchObject([{ ...news, state: 'FL' }]);
  expect(learn(known, 10, { ...named, ...news, state: 'GA' })).toMatchObject([{ ...news, state: 'GA' }]);
  expect(learnAll(known, [{ ...named, ...news }], at(10), today)).toMatchObject([{ from: today }]);
});
