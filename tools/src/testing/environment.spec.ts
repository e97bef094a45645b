import { expect, test } from '@jest/globals';
import NodeEnvironment from './environment.ts';

/** Where jest.setTimeout puts it. */
const TEST_TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

type Given = ConstructorParameters<typeof NodeEnvironment>;

test('the next suite finds the environment, the console and the timeout of a test as they were', async () => {
  const { console } = globalThis;
  const { HOME, NEVER_SET } = process.env;
  const environment = new NodeEnvironment({ projectConfig: {} } as Given[0], {} as Given[1]);
  Object.assign(process.env, { HOME: 'elsewhere', NEVER_SET: 'set' });
  Object.assign(globalThis, { console: { ...console }, [TEST_TIMEOUT]: 5 });
  await environment.teardown();
  expect(process.env['HOME']).toBe(HOME);
  expect(process.env).not.toHaveProperty('NEVER_SET');
  expect(NEVER_SET).toBeUndefined();
  expect(globalThis.console).toBe(console);
  expect(Reflect.has(globalThis, TEST_TIMEOUT)).toBe(false);
});
