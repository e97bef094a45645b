import { expect, test } from '@jest/globals';
import { payoutsLeft } from './payouts.ts';

const paid = (id: string, amount: number) => ({ id, amount, reverses: null });
const back = (reverses: string, amount: number) => ({ id: `back of ${reverses} ${amount}`, amount, reverses });

test.each([
  ['one that stands', [paid('a', 350)], ['a']],
  ['one that was taken back', [paid('a', 350), back('a', -350)], []],
  ['one that was taken back in part', [paid('a', 350), back('a', -349.99)], ['a']],
  ['one that was taken back by parts', [paid('a', 0.8), back('a', -0.7), back('a', -0.1)], []],
  ['one of two that was taken back', [paid('a', 350), paid('b', 350), back('a', -350)], ['b']],
  ['none', [], []],
])('given %s, then those with something left can be taken back', (_what, payouts, left) => {
  expect(payoutsLeft(payouts).map(({ id }) => id)).toEqual(left);
});
