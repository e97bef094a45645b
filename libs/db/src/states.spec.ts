import { expect, test } from '@jest/globals';
import { statesIn } from './states.ts';

test('selected states become a list for SQL', () => {
  expect(statesIn({ DRAFT: false, SENT: true, PAST_DUE: true })).toBe(`('SENT', 'PAST_DUE')`);
});

test('a text that is not a state never becomes SQL', () => {
  expect(() => statesIn({ "') or true --": true })).toThrow('no states');
});
