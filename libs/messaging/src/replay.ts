import { actingFrom, type Database, execute, inTransaction, query, type Work } from '@staycover/db';
import type { EventDefinition } from '@staycover/events';
import { type Clock, DomainError, isDomainError, type NewId } from '@staycover/kernel';
import { readMessage } from './read-message.ts';
import { durableName } from './streams.ts';
import type { EventOf, Subscription } from './subscription.ts';

/** What became of a dead letter that was tried again. */
export type Replayed = { outcome: 'REPLAYED' | 'DUPLICATE' | 'REJECTED'; reason: string | null };

export type ReplayDeps = {
  service: string;
  subscriptions: readonly Subscription[];
  database: Database;
  clock: Clock;
  newId: NewId;
};

type Letter = { consumer: string; subject: string; payload: string; resolution: string | null; received_at: string };

/**
 * Gives a dead letter to the same handler again, under the same event id: what was processed meanwhile is a duplicate,
 * what is refused again stays a dead letter, with the new reason.
 * @throws DomainError `not-found` for a letter that nobody has, or that is resolved.
 */
export const replayDeadLetter =
  ({ service, subscriptions, database, clock, newId }: ReplayDeps) =>
  async (id: string, operator: string): Promise<Replayed> => {
    const letter = await openLetter(database, id);
    const subscription = subscriptions.find(({ event }) => durableName(service, event) === letter.consumer);
    const rejected = async (reason: string): Promise<Replayed> => {
      await inTransaction(database, (tx) =>
        execute(tx, 'update dead_letter set reason = $2, attempts = attempts + 1 where id = $1', [id, reason]),
      );
      return { outcome: 'REJECTED', reason };
    };
    if (!subscription) return rejected('Nothing in this service listens to the event any more.');
    const read = readMessage(letter.subject, letter.payload, subscription.event);
    return actingFrom({ actor: operator, source: `replay of dead letter ${id}` }, async () => {
      if (!read.ok) return rejected(read.reason);
      const receivedAt = Temporal.Instant.from(letter.received_at);
      const context = { now: clock(), receivedAt, clock, newId, service, traceparent: read.envelope.traceparent };
      try {
        const delivery = {
          consumer: letter.consumer,
          eventKey: read.eventKey,
          event: read.envelope as EventOf<EventDefinition>,
          context,
        };
        const outcome = (await subscription.process(database, delivery)) ? 'REPLAYED' : 'DUPLICATE';
        // A letter that is still open after its event was processed is a duplicate when it is tried again.
        await resolve(database, id, outcome, operator);
        return { outcome, reason: null };
      } catch (error) {
        if (isDomainError(error)) return rejected(error.message);
        throw error;
      }
    });
  };

const openLetter = async (on: Work, id: string): Promise<Letter> => {
  const [letter] = /^\d{1,18}$/.test(id)
    ? await query<Letter>(
        on,
        `select consumer, subject, payload, resolution,
           to_char(coalesce(received_at, created_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as received_at
         from dead_letter where id = $1 and resolved_at is null`,
        [id],
      )
    : [];
  if (!letter) throw DomainError.notFound('open dead letter', id);
  return letter;
};

const resolve = (on: Work, id: string, resolution: string, operator: string): Promise<number> =>
  execute(on, 'update dead_letter set resolved_at = now(), resolution = $2, resolved_by = $3 where id = $1', [
    id,
    resolution,
    operator,
  ]);
