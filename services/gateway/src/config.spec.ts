import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('the addresses of a service are those that paths follow, with or without a slash at their end', () => {
  const { POLICY_URL } = readConfig({ POLICY_URL: 'http://policy-0:8081/, http://policy-1:8081' });
  expect(POLICY_URL).toEqual(['http://policy-0:8081', 'http://policy-1:8081']);
});
