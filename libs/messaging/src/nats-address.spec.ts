import { expect, test } from '@jest/globals';
import { natsAddress } from './nats-address.ts';

test.each([
  ['nats://a:4222', {}, { servers: ['nats://a:4222'] }],
  ['a:4222', {}, { servers: ['a:4222'] }],
  ['nats://a:1, nats://b:2', {}, { servers: ['nats://a:1', 'nats://b:2'] }],
  ['nats://me:p%40ss@a:1', {}, { servers: ['nats://me:p%40ss@a:1'], user: 'me', pass: 'p@ss' }],
  ['tls://me:100%@a:1', {}, { servers: ['tls://me:100%@a:1'], user: 'me', pass: '100%' }],
  ['nats://me@a:1', {}, { servers: ['nats://me@a:1'], user: 'me', pass: '' }],
  [
    'nats://me:secret@a:1',
    { user: 'other', password: 'word' },
    { servers: ['nats://me:secret@a:1'], user: 'other', pass: 'word' },
  ],
])('%s with %j is reached as %j', (urls, login, address) => {
  expect(natsAddress(urls, login)).toEqual(address);
});
