import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { events } from '@staycover/events';
import { breaches } from './compare.ts';
import { listMembers } from './members.ts';
import { readRecording, recordingFile } from './recordings.ts';
import { refusal } from './refusal.ts';

const named = events.map((event) => [event.type, event] as const);

describe('an event within its version', () => {
  test.each(named)('%s still reads every envelope that a release has published', (_type, event) => {
    const envelopes = Object.entries(readRecording(event)?.envelopes ?? {});
    expect(envelopes).not.toEqual([]);
    for (const [release, envelope] of envelopes) {
      expect({ release, faults: event.envelope.safeParse(envelope).error?.issues ?? [] }).toEqual({
        release,
        faults: [],
      });
    }
  });

  test.each(named)('%s only gained members since it was recorded; else publish the next version', (_type, event) => {
    expect(breaches(readRecording(event)!.members, listMembers(event))).toEqual([]);
  });

  test.each(named)('%s is recorded as it is now; else run `npm run events:record`', (_type, event) => {
    expect(readRecording(event)!.members).toEqual(listMembers(event));
  });

  test('an event that was published once stays', () => {
    const files = readdirSync(dirname(recordingFile(events[0]!))).toSorted();
    expect(files).toEqual(events.map((event) => basename(recordingFile(event))).toSorted());
  });
});

describe('what makes another version', () => {
  const recorded = { '': ['object'], '/id': ['string'], '/state': ['"NEW"', '"OLD"'], '/rate': ['null', 'number'] };

  test.each([
    ['a member that is gone', { '/id': undefined }, '/id is gone'],
    ['a new member that must be there', { '/name': ['string'] }, '/name is new and required: give it a default'],
    ['a value that is no longer taken', { '/state': ['"NEW"'] }, '/state no longer takes "OLD"'],
    ['a member that must not be null any more', { '/rate': ['number'] }, '/rate no longer takes null'],
    ['a member of another type', { '/rate': ['null', 'string'] }, '/rate no longer takes number'],
  ])('%s', (_what, change, breach) => {
    const current = Object.entries({ ...recorded, ...change }).filter(([, types]) => types !== undefined);
    expect(breaches(recorded, Object.fromEntries(current) as typeof recorded)).toEqual([breach]);
  });

  test.each([
    ['a new member that may be absent', { '/name': ['absent', 'string'] }],
    ['a new member inside a new one', { '/owner': ['absent', 'object'], '/owner/name': ['string'] }],
    ['another value', { '/state': ['"NEW"', '"OLD"', '"GONE"'] }],
    ['values that become open text', { '/state': ['string'] }],
  ])('but not %s', (_what, change) => {
    expect(breaches(recorded, { ...recorded, ...change })).toEqual([]);
  });
});

describe('a refusal', () => {
  const event = { type: 'insurance.contract.contract-changed.v1', version: 1 };
  const missing = '/name is new and required: give it a default';

  test.each([
    ['asks for a default', [missing], `${event.type}: earlier events do not have the new members.\n  ${missing}`],
    ['asks for the next version', ['/id is gone', missing], `${event.type}: publish .v2 beside it.\n  /id is gone`],
    ['is not made without a breach', [], undefined],
  ])('%s', (_what, broken, text) => {
    expect(refusal(event, broken)).toBe(text);
  });
});
