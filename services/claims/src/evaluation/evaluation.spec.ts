import { describe, expect, test } from '@jest/globals';
import { kinds } from '../domain/assessment/kinds/kinds.ts';
import { countHits, evaluate, heldOut, judge, labelledClaims, type Rate, tallyConfusion, unseen } from './evaluate.ts';
import { evaluationLines } from './lines.ts';

const share = ({ right, of }: Rate): number => right / of;

describe('the embedded rules', () => {
  const tuned = evaluate(labelledClaims.map(judge));

  test('are judged on at least 60 labelled claims of every kind', () => {
    expect(labelledClaims.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(tuned.byKind)).toEqual(expect.arrayContaining(kinds.map(({ name }) => name)));
  });

  test('keep their floor on the claims that they were tuned with', () => {
    expect(share(tuned.kinds)).toBeGreaterThanOrEqual(0.95);
    expect(share(tuned.questions)).toBeGreaterThanOrEqual(0.95);
    expect(share(tuned.ranges)).toBeGreaterThanOrEqual(0.9);
    expect(share(tuned.confidence)).toBeGreaterThanOrEqual(0.9);
    expect(tuned.meanWidth).toBeLessThanOrEqual(0.55);
  });

  test('keep a lower one on claims held out', () => {
    const judged = evaluate(heldOut.map(judge));
    expect(share(judged.kinds)).toBeGreaterThanOrEqual(0.65);
    expect(share(judged.questions)).toBeGreaterThanOrEqual(0.85);
    expect(share(judged.ranges)).toBeGreaterThanOrEqual(0.85);
    expect(share(judged.confidence)).toBeGreaterThanOrEqual(0.85);
  });

  test('file at least 85 % of 100 claims held out as an adjuster does', () => {
    const hits = countHits(tallyConfusion(unseen));
    expect(hits.of).toBe(100);
    expect(share(hits)).toBeGreaterThanOrEqual(0.85);
  });
});

test('the report shows no text of a claim held out, and counts what is mistaken there', () => {
  const lines = evaluationLines();
  const texts = [...heldOut.map(({ text }) => text), ...Object.values(unseen).flat()];
  expect(texts.filter((text) => lines.some((line) => line.includes(text)))).toEqual([]);
  expect(lines.filter((line) => /^ {2}Misses +\d+$/.test(line))).toHaveLength(2);
});
