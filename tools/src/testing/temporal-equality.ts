import { expect } from '@jest/globals';

const isTemporal = (value: unknown): value is object =>
  Object.prototype.toString.call(value).startsWith('[object Temporal.');

/** Temporal values have no own properties: without this, a matcher takes any two dates as equal. */
const temporalEquality = (a: unknown, b: unknown): boolean | undefined => {
  if (!isTemporal(a) && !isTemporal(b)) return undefined;
  return isTemporal(a) && isTemporal(b) && Object.prototype.toString.call(a) === Object.prototype.toString.call(b)
    ? String(a) === String(b)
    : false;
};

expect.addEqualityTesters([temporalEquality]);
