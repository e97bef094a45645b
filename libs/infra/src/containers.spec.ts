import { afterEach, expect, test } from '@jest/globals';
import { testContainersMode } from './containers.ts';

const given = process.env.TEST_INFRA;
afterEach(() => {
  if (given === undefined) delete process.env.TEST_INFRA;
  else process.env.TEST_INFRA = given;
});

test.each([
  { value: '', mode: 'prefer' },
  { value: 'containers', mode: 'require' },
  { value: 'embedded', mode: 'never' },
])("TEST_INFRA '$value' means $mode", ({ value, mode }) => {
  process.env.TEST_INFRA = value;

  expect(testContainersMode()).toBe(mode);
});

test('any other TEST_INFRA is refused', () => {
  process.env.TEST_INFRA = 'docker';

  expect(testContainersMode).toThrow("TEST_INFRA is 'containers' or 'embedded', not 'docker'");
});
