import { describe, expect, test } from '@jest/globals';
import { policyEvents } from '@staycover/events';
import { toEventRecord } from '../domain/event-record.ts';
import { readEvent } from './read-event.ts';

const SUBJECT = 'insurance.policy.policy-painted.acme';
const painted = {
  ...policyEvents.policyCreated.example,
  type: 'insurance.policy.policy-painted.v3',
  subject: 'p-1',
  data: { organizationId: 'acme', policyId: 'p-1', version: 7, policy: { policyReference: 'POL-9', colour: 'red' } },
};

test('an event of an unknown type is read like any other', () => {
  const received = readEvent(SUBJECT, JSON.stringify(painted));
  if ('refused' in received) throw new Error(received.refused);
  expect(toEventRecord(received)).toMatchObject({
    service: 'policy',
    name: 'policy-painted',
    kind: 'policy',
    aggregateId: 'p-1',
    version: 7,
    reference: 'POL-9',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    links: ['p-1', '4bf92f3577b34da6a3ce929d0e0e4736', 'POL-9'],
  });
});

describe('an invalid event', () => {
  test.each([
    ['is no JSON', SUBJECT, '{'],
    ['is empty', SUBJECT, ''],
    ['is another thing', SUBJECT, '[]'],
    ['has no envelope', SUBJECT, '{}'],
    ['has another subject', 'insurance.policy.Painted.acme', JSON.stringify(painted)],
    ['is of another organization', 'insurance.policy.policy-painted.globex', JSON.stringify(painted)],
    ['names no aggregate', SUBJECT, JSON.stringify({ ...painted, subject: '' })],
    ['has what cannot be stored', SUBJECT, JSON.stringify({ ...painted, subject: 'a\0b' })],
    ['has no time', SUBJECT, JSON.stringify({ ...painted, time: 'noon' })],
    ['has no id', SUBJECT, JSON.stringify({ ...painted, id: 'evt-1' })],
  ])('%s, and is refused', (_what, subject, text) => {
    expect(readEvent(subject, text)).toEqual({ refused: expect.any(String) });
  });
});
