import { describe, expect, test } from '@jest/globals';
import { date } from '../testing/policies-in-time.ts';
import { type KeptProperty, learnAll } from './elect.ts';
import type { StatedProperty } from './election.ts';
import { factsOn } from './property-facts.ts';

const today = date('2026-11-10');
const at = (hour: number) => Temporal.Instant.from('2026-11-10T00:00:00Z').add({ hours: hour });

const learn = (known: readonly KeptProperty[], hour: number, ...stated: StatedProperty[]): KeptProperty[] => {
  const news = learnAll(known, stated, at(hour), today).map(({ property }) => property);
  return news.length > 0 ? news : [...known];
};
const stateOn = ([property]: readonly KeptProperty[], day: string) => factsOn(property!, date(day)).state;

const named = { propertyId: 'beach' };
const described = { ...named, propertyName: 'Beach House', state: 'FL' };

test('a property that is known gets another name and reference', () => {
  const known = learn([], 9, described);
  const news = { propertyName: 'Lake House', propertyReferenceId: 'FL-2' };
  expect(learn(known, 10, { ...named, ...news })).toMatchObject([{ ...news, state: 'FL' }]);
  expect(learn(known, 10, { ...named, ...news, state: 'GA' })).toMatchObject([{ ...news, state: 'GA' }]);
  expect(learnAll(known, [{ ...named, ...news }], at(10), today)).toMatchObject([{ from: today }]);
});

describe('naming a property states nothing of it', () => {
  test('so that its first facts hold for all time, also behind its name in one statement', () => {
    expect(stateOn(learn([], 9, named, described, named), '2026-11-01')).toBe('FL');
  });

  test('so that facts of before count, which come later', () => {
    const known = learn(learn([], 10, named), 9, described);
    expect(known).toMatchObject([{ propertyName: 'Beach House', state: 'FL', statedAt: at(9) }]);
    expect(learn(learn(known, 11, named), 10, { ...named, state: 'GA' })).toMatchObject([{ state: 'GA' }]);
  });

  test('while facts that are older than those at hand change nothing', () => {
    const known = learn([], 10, described);
    expect(learn(known, 9, { ...named, state: 'GA' })).toEqual(known);
  });
});
