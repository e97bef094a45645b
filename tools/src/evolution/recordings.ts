import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EventDefinition } from '@staycover/events';
import type { Members } from './members.ts';

const FOLDER = resolve(import.meta.dirname, '../../../libs/events/recorded');

/** What the newest release that changed an event has of it, and a whole envelope of each such release. */
export type Recording = { members: Members; envelopes: Readonly<Record<string, unknown>> };

/** `libs/events/recorded/billing.invoice-paid.v1.json` */
export const recordingFile = ({ service, name, version }: EventDefinition): string =>
  resolve(FOLDER, `${service}.${name}.v${version}.json`);

export const readRecording = (event: EventDefinition): Recording | undefined => {
  try {
    return JSON.parse(readFileSync(recordingFile(event), 'utf8')) as Recording;
  } catch {
    return undefined;
  }
};
