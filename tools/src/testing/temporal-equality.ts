import { expect } from '@jest/globals';

const isTemporal = (value: unknown): value is object =>
  Object.prototype.toString.call(value).startsWith('[object Temporal.');

/** Temporal values keep what they are in no property of theirs: without this, any two dates are equal to a matcher. */
const temporalEquality = (a: unknown, b: unknown): boolean | undefined => {
  if (!isTemporal(a) && !isTemporal(b)) return undefined;
  return isTemporal(a) && isTemporal(b) && Object.prototype.toString.call(a) === Object.prototype.toString.call(b)
    ? String(a) === String(b)
    : false;
};

expect.addEqualityTesters([temporalEquality]);
