import type * as jestGlobals from '@jest/globals';

export type JestGlobals = typeof jestGlobals;

let current: JestGlobals;

/** From now on a suite with these. */
export const useGlobals = (globals: JestGlobals): void => {
  current = globals;
};

/** Of the suite that runs: a module that several suites import is loaded once, and each suite has tests of its own. */
const currently = <Name extends keyof JestGlobals>(name: Name): JestGlobals[Name] =>
  new Proxy(() => undefined, {
    apply: (_target, _receiver, given) => Reflect.apply(current[name] as () => unknown, undefined, given),
    get: (_target, key) => Reflect.get(current[name], key),
  }) as unknown as JestGlobals[Name];

export const afterAll = currently('afterAll');
export const afterEach = currently('afterEach');
export const beforeAll = currently('beforeAll');
export const beforeEach = currently('beforeEach');
export const describe = currently('describe');
export const expect = currently('expect');
export const it = currently('it');
export const jest = currently('jest');
export const test = currently('test');
