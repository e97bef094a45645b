import { expect, test } from '@jest/globals';
import { withoutLogin } from './connecting.ts';

test.each([
  ['postgres://me:secret@host:5432/staycover', 'postgres://host:5432/staycover'],
  ['postgres://me:se/cr@et@host/staycover', 'postgres://host/staycover'],
  ['postgres://me:se,cret@host/staycover', 'postgres://host/staycover'],
  [
    'postgres://host/staycover?user=me&password=secret&sslmode=require',
    'postgres://host/staycover?user=…&password=…&sslmode=require',
  ],
  ['nats://me:secret@one:4222,nats://me:secret@two:4222', 'nats://one:4222,nats://two:4222'],
  ['me:secret@host:4222', 'host:4222'],
  ['nats://one:4222,two:4222', 'nats://one:4222,two:4222'],
])('%s is shown as %s', (url, shown) => {
  expect(withoutLogin(url)).toBe(shown);
});
