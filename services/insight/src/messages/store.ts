import { type Database, execute, inTransaction } from '@staycover/db';
import type { Followed, Refusal, Store } from '@staycover/messaging';
import { type Recorded, recordEvents } from '../db/record-events.ts';
import { type Envelope, toHappening } from '../domain/happening.ts';
import { toSubject } from '../domain/subject.ts';
import { findNotice } from '../mail-values.ts';
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

/**
 * Stores an event outside the replica that follows the streams. Readers continue after a position, so positions must be
 * committed in order: other writers wait.
 */
export const storeLate =
  (database: Database) =>
  (event: Followed): Promise<readonly Refusal[]> =>
    inTransaction(database, async (tx) => {
      await execute(tx, 'lock table event in share row exclusive mode');
      return storeEvents(tx, [event]);
    });

const recorded = (envelope: Envelope, text: string): Recorded => {
  const happening = toHappening(envelope);
  const subject = toSubject(envelope, happening);
  return { happening, subject, notice: findNotice(envelope.type, subject?.status), envelope: text };
};
