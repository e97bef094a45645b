import { AsyncLocalStorage } from 'node:async_hooks';
import { type Database, inTransaction, LOCK_PATIENCE_MS, type Work, waitingUpTo } from '@staycover/db';
import type { EventDefinition } from '@staycover/events';
import { allEnded } from '@staycover/kernel';
import { type Delivery, type EventOf, NotYet, type Subscription, slots } from '@staycover/messaging';
import { gather, MOST_TOGETHER } from './gather.ts';
import { type Command, createEventContext, deliveryOrganization, handles, subscription } from './subscriptions.ts';

type Item<E extends EventDefinition> = {
  database: Database;
  delivery: Delivery<E>;
  /** Runs work in the name of the event: its trace, its origin. */
  inOwnName<T>(work: () => T): T;
};

/** Runs work in one of the slots that consumers share, so that requests keep database connections. */
const inPlace = <T>({ delivery }: Pick<Item<EventDefinition>, 'delivery'>, work: () => Promise<T>): Promise<T> => {
  const { handlers = (task) => task() } = delivery.context;
  return handlers(work);
};

/** The outcome of an event: handled now, handled before, or skipped because another session holds its lock. */
type Outcome = 'first' | 'known' | 'held';

/** The limit for events that take locks. */
const MOST_LOCKED = 32;
const MOST_ALONE = 4;

/** Thrown in a shared transaction by what takes long, or by what needs a lock for itself: each item then has its own. */
export class NeedsOwnTransaction extends Error {
  override name = 'NeedsOwnTransaction';
}

type TogetherOptions<E extends EventDefinition> = {
  /** What an event is about, which the command changes: a transaction has one event about each. */
  about?: (event: EventOf<E>) => string;
  /**
   * The key, constant SQL on the organization `e.organization_id`, of an advisory lock shared by all of them: other
   * sessions change what the command reads under it. An event that would have to wait for the lock does not delay the rest.
   */
  lock?: string;
  /** Events that a command of their own follows, as `handles` has it. */
  apart?: { is: (event: EventOf<E>) => boolean; handle: Command<E> };
};

/**
 * Like `handles`, for a command that many events trigger at once. Events that arrive during a transaction share the
 * next one: each runs separately in it, and what they read by `gather` or add to a repository goes in one statement.
 * When that transaction fails, each event gets its own.
 */
export const handlesTogether = <E extends EventDefinition>(
  definition: E,
  handle: Command<E>,
  { about, lock, apart }: TogetherOptions<E> = {},
): Subscription => {
  const free = entering(lock ? `pg_try_advisory_xact_lock_shared(${lock})` : 'true');
  const waiting = entering(`pg_advisory_xact_lock_shared(${lock})::text is not null`);
  const handleAll = (items: readonly Item<E>[], waits = false): Promise<readonly Outcome[]> =>
    inTransaction(
      items[0]!.database,
      async (tx) => {
        const outcomes = waits
          ? await waitingUpTo(tx, LOCK_PATIENCE_MS, () => enter(tx, waiting, items))
          : await enter(tx, free, items);
        const entered = items.filter((_, i) => outcomes[i] === 'first');
        const handled = entered.map(({ delivery, inOwnName }) =>
          inOwnName(() => handle(tx, delivery.event, createEventContext(definition, delivery), undefined)),
        );
        // None may use the transaction after it has ended.
        await allEnded(handled);
        return outcomes;
      },
      { isShared: items.length > 1 },
    );
  const together = gather<Item<E>, Outcome>({
    on: ({ database }) => database,
    fits: (chosen, { delivery }) =>
      chosen.length < (about ? MOST_LOCKED : MOST_TOGETHER) &&
      chosen.every(
        (other) =>
          other.delivery.consumer === delivery.consumer &&
          other.delivery.eventKey !== delivery.eventKey &&
          (about === undefined || about(other.delivery.event) !== about(delivery.event)),
      ),
    // Not in the name of an earlier event, with which the gathering began: its caller may have gone.
    run: ([first, ...others]) => first!.inOwnName(() => inPlace(first!, () => handleAll([first!, ...others]))),
  });
  const alone = aloneByOrganization();
  const handledApart = apart && handles(definition, apart.handle);
  const process = async (database: Database, delivery: Delivery<E>): Promise<boolean> => {
    const item = { database, delivery, inOwnName: AsyncLocalStorage.snapshot() };
    if (apart?.is(delivery.event)) {
      return alone(item, () => handledApart!.process(database, delivery as Delivery));
    }
    const outcome = await together(item);
    if (outcome !== 'held') return outcome === 'first';
    const [later] = await alone(item, () => handleAll([item], true));
    return later === 'first';
  };
  return subscription(definition, process, { together: true, inTurns: lock !== undefined || apart !== undefined });
};

/**
 * Of those that have a connection of their own there are few, and of each organization one: they wait for locks. What is
 * redelivered keeps others of the process waiting, and so does not wait for others of its organization.
 * @throws NotYet
 */
const aloneByOrganization = () => {
  const alone = slots(MOST_ALONE, 1);
  return async <T>(item: Pick<Item<EventDefinition>, 'delivery'>, work: () => Promise<T>): Promise<T> => {
    const organization = deliveryOrganization(item.delivery);
    if (item.delivery.isRedelivered && alone.isBusy(organization)) throw new NotYet('Others of its organization wait.');
    return alone(() => inPlace(item, work), organization);
  };
};

/** Marks events processed, unless they were before or their lock is held. */
const enter = async (tx: Work, text: string, items: readonly Item<EventDefinition>[]): Promise<Outcome[]> => {
  const keys = items.map(({ delivery }) => delivery.eventKey);
  const organizations = items.map(({ delivery }) => deliveryOrganization(delivery));
  const params = [items[0]!.delivery.consumer, keys, organizations];
  const { rows } = await tx.run<{ key: string; outcome: Outcome }>(text, params);
  const byKey = new Map(rows.map(({ key, outcome }) => [key, outcome]));
  return keys.map((key) => byKey.get(key)!);
};

/** $1 consumer, $2 keys of events, $3 their organizations. */
const entering = (locked: string): string => `with entering as materialized (
    select e.event_key, ${locked} as is_free from unnest($2::text[], $3::text[]) as e (event_key, organization_id)),
  entered as (
    insert into inbox (consumer, event_key) select $1, event_key from entering where is_free
    on conflict do nothing returning event_key)
  select event_key as key, case when not is_free then 'held'
    when event_key in (select event_key from entered) then 'first' else 'known' end as outcome from entering`;
