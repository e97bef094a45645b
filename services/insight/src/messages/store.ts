import type { Store } from '@staycover/messaging';
import { type Recorded, recordEvents } from '../db/record-events.ts';
import { type Envelope, happeningOf } from '../domain/happening.ts';
import { subjectOf } from '../domain/subject.ts';
import { readEvent } from './read-event.ts';

/** Keeps a batch of events; those without a proper envelope are refused. */
export const storeEvents: Store = async (session, batch) => {
  const read = batch.map((event) => ({ event, envelope: readEvent(event.subject, event.text) }));
  await recordEvents(
    session,
    read.flatMap(({ event, envelope }) => ('refused' in envelope ? [] : recorded(envelope, event.text))),
  );
  return read.flatMap(({ event, envelope }) => ('refused' in envelope ? [{ event, reason: envelope.refused }] : []));
};

const recorded = (envelope: Envelope, text: string): Recorded => {
  const happening = happeningOf(envelope);
  return { happening, subject: subjectOf(envelope, happening), envelope: text };
};
