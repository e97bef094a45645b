import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Proposal, withinBounds } from './bounds.ts';
import type { AssessmentResult, Confidence } from './result.ts';

const rules: AssessmentResult = {
  questions: ['How old is it?'],
  min: 1_000_000n,
  max: 5_000_000n,
  confidence: 'MEDIUM',
  reasoning: 'rules',
  flags: ['AGE_UNKNOWN'],
};
const proposal = (changes: Partial<Proposal> = {}): Proposal => ({
  questions: ['Can you upload photos?'],
  min: 2_000_000n,
  max: 4_000_000n,
  confidence: 'LOW',
  reasoning: 'model',
  ...changes,
});
const cover = { cover: 30_000_000n, deductible: 1_000_000n };
const bounded = (changes: Partial<Proposal>, estimate: bigint | null = 6_000_000n) =>
  withinBounds(proposal(changes), rules, { estimate, cover });

test('a sound proposal passes, with the flags of the rules', () => {
  expect(bounded({})).toEqual({ ...proposal(), flags: ['AGE_UNKNOWN'] });
});

test.each<[string, Partial<Proposal>, bigint | null, [bigint, bigint]]>([
  ['above what the cover pays of the estimate', { max: 10n ** 12n }, 6_000_000n, [2_000_000n, 5_000_000n]],
  ['above the cover, without an estimate', { max: 10n ** 12n }, null, [2_000_000n, 29_000_000n]],
  ['both above', { min: 10n ** 11n, max: 10n ** 12n }, 6_000_000n, [5_000_000n, 5_000_000n]],
  ['fractions of a hundredth', { min: 12_345n, max: 56_789n }, null, [12_300n, 56_700n]],
])('what is %s is clamped', (_what, changes, estimate, [min, max]) => {
  expect(bounded(changes, estimate)).toMatchObject({ min, max });
});

test('without estimate and cover a proposal goes no further than the rules', () => {
  const unknown = { estimate: null, cover: { cover: null, deductible: 0n } };
  expect(withinBounds(proposal({ max: 10n ** 12n }), rules, unknown)).toMatchObject({
    min: 2_000_000n,
    max: rules.max,
  });
});

test.each<[Partial<Proposal>]>([[{ min: 5n, max: 4n }], [{ min: -1n }]])('%j contradicts itself', (changes) => {
  expect(bounded(changes)).toBeUndefined();
});

test.each<[Confidence, Confidence]>([
  ['LOW', 'LOW'],
  ['MEDIUM', 'MEDIUM'],
  ['HIGH', 'MEDIUM'],
])('a model that is %s sure of MEDIUM evidence counts as %s', (confidence, counted) => {
  expect(bounded({ confidence })!.confidence).toBe(counted);
});

test('whatever is proposed, the result lies within 0 and cover − deductible', () => {
  const amount = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });
  fc.assert(
    fc.property(amount, amount, fc.option(fc.bigInt({ min: 0n, max: 10n ** 15n })), (min, max, estimate) => {
      const result = bounded({ min, max }, estimate);
      if (result) expect(0n <= result.min && result.min <= result.max && result.max <= 29_000_000n).toBe(true);
      else expect(min < 0n || min > max).toBe(true);
    }),
  );
});
