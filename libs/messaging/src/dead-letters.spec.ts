import { expect, test } from '@jest/globals';
import { headers } from '@nats-io/transport-node';
import { FIRST_RECEIVED, readReceivedAt } from './dead-letters.ts';

const received = Temporal.Instant.from('2026-11-20T11:10:00Z');

const withHeader = (text: string) => {
  const all = headers();
  all.set(FIRST_RECEIVED, text);
  return { timestampNanos: received.epochNanoseconds, headers: all };
};

test('a message was received when its stream got it', () => {
  expect(readReceivedAt({ timestampNanos: received.epochNanoseconds, headers: undefined })).toEqual(received);
});

test('a message that comes again was received when it first came', () => {
  const first = received.subtract({ minutes: 65 });
  expect(readReceivedAt(withHeader(String(first.epochNanoseconds)))).toEqual(first);
});

test.each([
  ['a time ahead', String(received.add({ hours: 1 }).epochNanoseconds)],
  ['a time before 1970', '-1'],
  ['more digits than a time has', '0'.repeat(20)],
  ['a day', '2026-11-20'],
  ['nothing', ''],
])('a sender that writes %s into the header changes nothing', (_, text) => {
  expect(readReceivedAt(withHeader(text))).toEqual(received);
});
