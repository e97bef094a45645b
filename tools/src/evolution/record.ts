import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { events } from '@staycover/events';
import { flagsOrExit } from '../cli/flags.ts';
import { breaches } from './compare.ts';
import { membersOf } from './members.ts';
import { readRecording, recordingFile } from './recordings.ts';

flagsOrExit({
  name: 'run events:record',
  purpose: 'records the events with new members for this release; refuses what breaks readers of earlier events.',
});

/**
 * Run when an event got a member: records the event as this release publishes it. Envelopes of earlier releases stay as
 * they are. What breaks readers of earlier events is refused.
 */
const { version: release } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };

for (const event of events) {
  const members = membersOf(event);
  const recording = readRecording(event);
  const broken = recording ? breaches(recording.members, members) : [];
  if (broken.length > 0) {
    console.error(`${event.type}: publish .v${event.version + 1} beside it.\n  ${broken.join('\n  ')}`);
    process.exitCode = 1;
    continue;
  }
  if (recording && isDeepStrictEqual(recording.members, members)) continue;
  const envelopes = { ...recording?.envelopes, [release]: event.example };
  mkdirSync(dirname(recordingFile(event)), { recursive: true });
  writeFileSync(recordingFile(event), `${JSON.stringify({ members, envelopes }, null, 1)}\n`);
  console.log(`${event.type}: recorded for ${release}`);
}
