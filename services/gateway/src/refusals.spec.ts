import { beforeEach, describe, expect, test } from '@jest/globals';
import { openRefusals, type Refusals } from './refusals.ts';

let time = 0;
let refusals: Refusals;

beforeEach(() => {
  time = 0;
  refusals = openRefusals(() => time);
  refusals.remember('dana', 60_000);
});

describe('who was refused', () => {
  test('is refused again for the time that is left, and others are not', () => {
    time = 20_000;
    expect(refusals.left('dana')).toBe(40_000);
    expect(refusals.left('finn')).toBeUndefined();
  });

  test('may ask after that time', () => {
    time = 60_000;
    expect(refusals.left('dana')).toBeUndefined();
  });

  test('is forgotten where there are too many', () => {
    for (let i = 0; i < 10_000; i++) refusals.remember(`caller ${i}`, 60_000);
    expect(refusals.left('dana')).toBeUndefined();
    expect(refusals.left('caller 9999')).toBeDefined();
  });
});
