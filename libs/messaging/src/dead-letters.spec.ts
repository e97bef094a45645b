import { expect, test } from '@jest/globals';
import { headers } from '@nats-io/transport-node';
import { contractEvents } from '@staycover/events';
import { FIRST_RECEIVED, readPayload, readReceivedAt } from './dead-letters.ts';
import { readMessage } from './read-message.ts';

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

const event = contractEvents.dealClosed;
const named = (name: string) =>
  JSON.stringify({ ...event.example, data: { ...event.example.data, legalBusinessName: name } });
const subject = `${event.subjectPrefix}.${event.example.data.organizationId}`;

test('a message is kept as the text that it is', () => {
  const text = named('Café Ltd \uFFFD');
  expect(readPayload({ data: Buffer.from(text) })).toBe(text);
});

test.each<[string, Buffer]>([
  ['is not UTF-8', Buffer.from(named('Café Ltd'), 'latin1')],
  ['has a NUL', Buffer.from(named('Caf Ltd').replace('Caf', 'Caf\0'))],
])('of a message that %s the bytes are kept, and a replay refuses it again', (_what, data) => {
  const kept = readPayload({ data });
  expect(Buffer.from(kept.replace('base64:', ''), 'base64')).toEqual(data);
  expect(readMessage(subject, Buffer.from(kept), event)).toMatchObject({ ok: false });
});
