import { userInfo } from 'node:os';
import { expect, test } from '@jest/globals';
import { operatorName } from './operator-name.ts';

test('an operator has the name of the user', () => {
  expect(operatorName()).toBe(userInfo().username);
});

test('a user of a container who has no name is an operator, too', () => {
  const readUser = () => {
    throw new Error('uv_os_get_passwd returned ENOENT (no such file or directory)');
  };
  expect(operatorName(readUser)).toBe(`uid ${process.getuid?.()}`);
});
