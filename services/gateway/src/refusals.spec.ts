import { beforeEach, describe, expect, test } from '@jest/globals';
import { openRefusals, type Refusals } from './refusals.ts';

let time = 0;
let refusals: Refusals;

beforeEach(() => {
  time = 0;
  refusals = openRefusals(() => time);
});

const refusedTimes = (count: number): { leftMs: number; pauseMs: number } | undefined =>
  Array.from({ length: count }, () => refusals.again('dana')).at(-1);

describe('who was refused', () => {
  test('is refused again for the time that is left, and others are not', () => {
    refusals.remember('dana', 60_000);
    time = 20_000;
    expect(refusals.again('dana')).toEqual({ leftMs: 40_000, pauseMs: 0 });
    expect(refusals.again('finn')).toBeUndefined();
  });

  test('may ask after that time', () => {
    refusals.remember('dana', 60_000);
    time = 60_000;
    expect(refusals.again('dana')).toBeUndefined();
  });

  test.each([
    [100, 0],
    [101, 50],
    [150, 2_500],
    [200, 5_000],
    [10_000, 5_000],
  ])('waits longer for each refusal that it does not heed: %d times, %d ms', (count, pauseMs) => {
    refusals.remember('dana', 60_000);
    expect(refusedTimes(count)?.pauseMs).toBe(pauseMs);
  });

  test('begins anew when it was allowed to ask meanwhile', () => {
    refusals.remember('dana', 60_000);
    refusedTimes(500);
    time = 60_000;
    refusals.again('dana');
    refusals.remember('dana', 60_000);
    expect(refusals.again('dana')).toEqual({ leftMs: 60_000, pauseMs: 0 });
  });

  test('is forgotten where there are too many', () => {
    refusals.remember('dana', 60_000);
    for (let i = 0; i < 10_000; i++) refusals.remember(`caller ${i}`, 60_000);
    expect(refusals.again('dana')).toBeUndefined();
    expect(refusals.again('caller 9999')).toBeDefined();
  });
});
