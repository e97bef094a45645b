import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { events } from '@staycover/events';
import { flagsOrExit } from '../cli/flags.ts';
import { breaches } from './compare.ts';
import { listMembers } from './members.ts';
import { readRecording, recordingFile } from './recordings.ts';
import { refusal } from './refusal.ts';

flagsOrExit({
  name: 'run events:record',
  purpose: 'records the events with new members for this release; refuses what breaks readers of earlier events.',
});

/**
 * Run when an event got a member: records the event as this release publishes it. Envelopes of earlier releases stay as
 * they are. What breaks readers of earlier events is refused, and then nothing is recorded.
 */
const { version: release } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };

const current = events.map((event) => ({ event, members: listMembers(event), recording: readRecording(event) }));
const refusals = current.flatMap(({ event, members, recording }) =>
  recording ? (refusal(event, breaches(recording.members, members)) ?? []) : [],
);

if (refusals.length > 0) {
  console.error(`${refusals.join('\n')}\nNothing was recorded.`);
  process.exit(1);
}
for (const { event, members, recording } of current) {
  if (recording && isDeepStrictEqual(recording.members, members)) continue;
  const envelopes = { ...recording?.envelopes, [release]: event.example };
  mkdirSync(dirname(recordingFile(event)), { recursive: true });
  writeFileSync(recordingFile(event), `${JSON.stringify({ members, envelopes }, null, 1)}\n`);
  console.log(`${event.type}: recorded for ${release}`);
}
