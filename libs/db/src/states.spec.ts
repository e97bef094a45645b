import { expect, test } from '@jest/globals';
import { statesIn } from './states.ts';

test('the states that have something in common are a list for SQL', () => {
  expect(statesIn({ DRAFT: false, SENT: true, PAST_DUE: true })).toBe(`('SENT', 'PAST_DUE')`);
});

test('what is no state never becomes SQL', () => {
  expect(() => statesIn({ "') or true --": true })).toThrow('no states');
});
