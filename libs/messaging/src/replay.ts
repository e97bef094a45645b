import {
  actingFrom,
  currentOrigin,
  type Database,
  execute,
  instantFromSql,
  inTransaction,
  isDatabaseUnavailable,
} from '@staycover/db';
import type { EventDefinition } from '@staycover/events';
import { type Clock, isDomainError, type NewId } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import { cameAt } from './came-at.ts';
import { type DeadLetterRow, type DeadLetterScope, readOpenDeadLetter, resolveDeadLetter } from './dead-letter-rows.ts';
import type { Followed, Refusal } from './follower.ts';
import { readMessage } from './read-message.ts';
import { durableName } from './streams.ts';
import type { EventOf, Subscription } from './subscription.ts';

/** The outcome of a replayed dead letter. */
export type Replayed = { outcome: 'REPLAYED' | 'DUPLICATE' | 'REJECTED'; reason: string | null };

export type ReplayDeps = {
  service: string;
  subscriptions: readonly Subscription[];
  /** Stores an event of the streams that the service follows, in a transaction of its own. */
  storeLate?: ((event: Followed) => Promise<readonly Refusal[]>) | undefined;
  database: Database;
  clock: Clock;
  /** How far the clock is ahead of that of streams. */
  aheadMs?: (() => number) | undefined;
  newId: NewId;
  logger: Logger;
};

type Letter = DeadLetterRow & { payload: string };

/**
 * Passes a dead letter to the same handler again, under the same event id: an event that was processed meanwhile is a
 * duplicate; one that is rejected again stays a dead letter, with the new reason.
 * @throws DomainError `not-found` for a dead letter that does not exist, is out of scope, or is resolved,
 *   `service-unavailable` when it cannot be processed now.
 */
export const replayDeadLetter =
  (deps: ReplayDeps) =>
  async (id: string, operator: string, scope: DeadLetterScope = {}): Promise<Replayed> => {
    const { database } = deps;
    const letter = await readOpenDeadLetter(database, id, scope);
    const { address, until } = currentOrigin() ?? {};
    return actingFrom({ actor: operator, source: `replay of dead letter ${id}`, address, until }, async () => {
      const replayed = await (deps.storeLate
        ? storeAgain(deps.storeLate, letter, deps.logger)
        : handleAgain(deps, letter));
      const { outcome, reason } = replayed;
      await inTransaction(database, async (tx) => {
        if (outcome === 'REJECTED')
          await execute(tx, 'update dead_letter set reason = $2, attempts = attempts + 1 where id = $1', [id, reason]);
        // A letter that is still open after its event was processed is a duplicate when it is tried again.
        else await resolveDeadLetter(tx, id, { resolution: outcome, by: operator });
      });
      return replayed;
    });
  };

const rejected = (reason: string): Replayed => ({ outcome: 'REJECTED', reason });

/** As where events are consumed: what could not be done now is no fault of the event. */
const rejectedBy = (error: unknown, { id }: Letter, logger: Logger): Replayed => {
  if (isDatabaseUnavailable(error) || isDomainError(error, 'service-unavailable')) throw error;
  if (isDomainError(error)) return rejected(error.message);
  logger.error({ err: error, deadLetter: id }, 'a replayed event failed');
  return rejected('The handler failed again; the log of the service has why.');
};

const storeAgain = async (
  storeLate: NonNullable<ReplayDeps['storeLate']>,
  letter: Letter,
  logger: Logger,
): Promise<Replayed> => {
  try {
    const [refusal] = await storeLate({ subject: letter.subject, text: letter.payload });
    return refusal ? rejected(refusal.reason) : { outcome: 'REPLAYED', reason: null };
  } catch (error) {
    return rejectedBy(error, letter, logger);
  }
};

const handleAgain = async (
  { service, subscriptions, database, clock, aheadMs, newId, logger }: ReplayDeps,
  letter: Letter,
): Promise<Replayed> => {
  const { consumer, subject, payload, received_at, created_at } = letter;
  const subscription = subscriptions.find(({ event }) => durableName(service, event) === consumer);
  if (!subscription) return rejected('Nothing in this service listens to the event any more.');
  const read = readMessage(subject, Buffer.from(payload), subscription.event);
  if (!read.ok) return rejected(read.reason);
  const receivedAt = instantFromSql(received_at ?? created_at);
  const now = clock();
  const { traceparent } = read.envelope;
  const came = cameAt(now, receivedAt, aheadMs?.());
  const context = { now, receivedAt, cameAt: came, clock, newId, service, traceparent };
  const event = read.envelope as EventOf<EventDefinition>;
  try {
    const isFirst = await subscription.process(database, { consumer, eventKey: read.eventKey, event, context });
    return { outcome: isFirst ? 'REPLAYED' : 'DUPLICATE', reason: null };
  } catch (error) {
    return rejectedBy(error, letter, logger);
  }
};
