import { expect, test } from '@jest/globals';
import { assertVersion } from '@staycover/kernel';
import { ifMatchVersions } from './entity-tag.ts';

const fits = (header: string | undefined, version: number): boolean => {
  try {
    assertVersion('policy', version, ifMatchVersions(header));
    return true;
  } catch {
    return false;
  }
};

test.each([
  [undefined, true],
  ['*', true],
  ['"3"', true],
  ['W/"3"', true],
  ['"3", "7"', true],
  ['"1","2" , "3"', true],
  ['"7", "x", "3"', true],
  ['"4"', false],
  ['"2", "4"', false],
  ['"x"', false],
  ['3', false],
  ['"-3"', false],
  ['"03"', false],
  ['', false],
])('If-Match %s lets version 3 be changed: %s', (header, isChanged) => {
  expect(fits(header, 3)).toBe(isChanged);
});
