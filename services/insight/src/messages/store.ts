import { type Database, execute, inTransaction } from '@staycover/db';
import type { Followed, Refusal, Store } from '@staycover/messaging';
import { type NewEvent, recordEvents } from '../db/record-events.ts';
import { type ReceivedEvent, toEventRecord } from '../domain/event-record.ts';
import { toSubject } from '../domain/subject.ts';
import { findNotice } from '../mail-values.ts';
import { readEvent } from './read-event.ts';

/** Keeps a batch of events; those without a proper envelope are refused. */
export const storeEvents: Store = async (session, batch) => {
  const read = batch.map((event) => ({ event, received: readEvent(event.subject, event.text) }));
  await recordEvents(
    session,
    read.flatMap(({ event, received }) => ('refused' in received ? [] : toNewEvent(received, event.text))),
  );
  return read.flatMap(({ event, received }) => ('refused' in received ? [{ event, reason: received.refused }] : []));
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

const toNewEvent = (received: ReceivedEvent, envelope: string): NewEvent => {
  const event = toEventRecord(received);
  const subject = toSubject(received, event);
  return { event, subject, notice: findNotice(received.type, subject?.status), envelope };
};
