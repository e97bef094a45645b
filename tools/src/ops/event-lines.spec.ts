import { expect, test } from '@jest/globals';
import { eventLine, jsonLine } from './event-lines.ts';

const SUBJECT = 'insurance.inbound.claim-submitted.acme';
const EVENT = { id: '1', time: '2026-11-21T05:16:00.123Z', subject: 'C-1' };

test('an event is a line, with when it happened, its name, its organization and its id', () => {
  expect(eventLine(SUBJECT, JSON.stringify(EVENT)).split(/ +/)).toEqual([
    '2026-11-21T05:16:00.123',
    'inbound.claim-submitted',
    'acme',
    'C-1',
    '1',
  ]);
});

test.each(['null', '7', '"text"', 'no JSON', ''])('another system may send %j, and is shown all the same', (text) => {
  expect(eventLine(SUBJECT, text)).toMatch(/^- +inbound\.claim-submitted +acme +- +-$/);
  expect(JSON.parse(jsonLine(SUBJECT, text))).toEqual({ subject: SUBJECT, text });
});

test('as JSON an event is one line, as it came unless it has several', () => {
  const asItCame = '{ "id": "1",  "amount": 1.10 }';
  expect(jsonLine(SUBJECT, asItCame)).toBe(asItCame);
  expect(jsonLine(SUBJECT, JSON.stringify(EVENT, null, 2))).toBe(JSON.stringify(EVENT));
});
