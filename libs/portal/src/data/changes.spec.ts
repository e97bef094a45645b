import { expect, test } from '@jest/globals';
import { fromTo } from './changes.ts';

const changed = (before: unknown, after: unknown) =>
  fromTo({ member: 'coverage', before, after } as Parameters<typeof fromTo>[0], 'CHANGED');

test.each<[unknown, unknown, string]>([
  [null, 5, 'coverage: none → 5'],
  [[], 'MONTHLY', 'coverage: none → MONTHLY'],
  [{ deductible: 250, minimumClaim: null, endorsements: [] }, {}, 'coverage: deductible 250 → none'],
  [null, { contentsCoverage: 5000, deductible: 0 }, 'coverage: none → contents coverage 5000, deductible 0'],
  [['FL', 'GA'], [{ name: 'a' }, { name: 'b' }], 'coverage: FL; GA → name a; name b'],
  [false, true, 'coverage: false → true'],
])('%j to %j', (before, after, words) => {
  expect(changed(before, after)).toBe(words);
});

test('what is long is cut', () => {
  expect(changed(null, 'x'.repeat(1_000)).length).toBeLessThan(250);
});
