import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

test('the addresses of a service are those that paths follow, with or without a slash at their end', () => {
  const { POLICY_URL } = readConfig({ POLICY_URL: 'http://policy-0:8081/, http://policy-1:8081' });
  expect(POLICY_URL).toEqual(['http://policy-0:8081', 'http://policy-1:8081']);
});

test.each(['https://www.example.org', 'www.example.org:8443', '*.example.org', 'www example'])(
  'a name of hosts that no request has is refused: %s',
  (ALLOWED_HOSTS) => {
    expect(() => readConfig({ ALLOWED_HOSTS })).toThrow('ALLOWED_HOSTS');
  },
);

test('names of hosts are written in any case', () => {
  expect(readConfig({ ALLOWED_HOSTS: 'WWW.example.org, [::1]' }).ALLOWED_HOSTS).toEqual(['www.example.org', '[::1]']);
});
