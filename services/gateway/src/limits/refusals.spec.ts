import { beforeEach, describe, expect, test } from '@jest/globals';
import { openRefusals, type Refusals } from './refusals.ts';

let time = 0;
let refusals: Refusals<string>;

beforeEach(() => {
  time = 0;
  refusals = openRefusals(() => time);
  refusals.remember('dana', 60_000, 'a list');
});

describe('who was refused', () => {
  test('is refused again for the time that is left, and others are not', () => {
    time = 20_000;
    expect(refusals.find('dana')).toEqual({ leftMs: 40_000, known: 'a list' });
    expect(refusals.find('finn')).toBeUndefined();
  });

  test('may ask after that time', () => {
    time = 60_000;
    expect(refusals.find('dana')).toBeUndefined();
  });

  test('is not looked for while there is none', () => {
    expect(openRefusals().isAny()).toBe(false);
    refusals.remember('finn', 10_000, 'a list');
    time = 59_999;
    expect(refusals.isAny()).toBe(true);
    time = 60_000;
    expect(refusals.isAny()).toBe(false);
  });

  test('is forgotten where there are too many', () => {
    for (let i = 0; i < 10_000; i++) refusals.remember(`caller ${i}`, 60_000, 'a list');
    expect(refusals.find('dana')).toBeUndefined();
    expect(refusals.find('caller 9999')).toBeDefined();
  });
});
