import { type Clock, interruptiblePause } from '@staycover/kernel';
import { type Leadership, type LeadershipOptions, startLeadership } from '@staycover/messaging';
import type pg from 'pg';
import { claimTurns, releaseAbandonedTurns, releaseTurns, type Turn } from '../db/webhook-turns.ts';

export type DeliveryOptions = Pick<LeadershipOptions, 'url' | 'schema' | 'logger'> & {
  clock: Clock;
  /** Sends what waits for one endpoint. */
  deliver(turn: Turn): Promise<void>;
};

const LOOK_EVERY_MS = 250;
/** Endpoints that are sent to at the same time. Half of the places is left to those that have not failed. */
const PLACES = 512;
const PLACES_OF_FAILING = PLACES / 2;
/** As many are begun at once, so that an organization has less than twice its places. */
const TAKEN_AT_ONCE = 32;
/** An organization with as many endpoints under way gets no further place. */
const PLACES_OF_ORGANIZATION = 32;
/** An endpoint that fails on our side may do so again and again. */
const LOST_REST_MS = 1_000;

/**
 * Sends events to webhook endpoints, each independently: one that hangs takes a place but delays no other, and no
 * organization takes more than an eighth of the places. The leader sends, and finishes deliveries in progress when it stops;
 * interrupted ones are repeated by the next leader. A leader that loses its session goes on with the next one, beside what is
 * under way.
 */
export const startDelivery = ({ url, schema, logger, clock, deliver }: DeliveryOptions): Leadership => {
  const busy = new Map<string, { organizationId: string; work: Promise<void> }>();
  const failing = new Set<string>();
  const freed = interruptiblePause();
  /** Endpoints with a turn that failed on our side, for example without a connection, and when they are due again. */
  const lost = new Map<string, number>();

  const begin = (turn: Turn): void => {
    const { endpointId, organizationId } = turn;
    if (turn.failures > 0) failing.add(endpointId);
    const work = deliver(turn)
      .catch((error: unknown) => {
        lost.set(endpointId, performance.now() + LOST_REST_MS);
        logger.warn({ endpointId, error: String(error) }, 'a webhook endpoint could not be seen to');
      })
      .finally(() => {
        busy.delete(endpointId);
        failing.delete(endpointId);
        freed.end();
      });
    busy.set(endpointId, { organizationId, work });
  };
  const look = async (client: pg.Client): Promise<number> => {
    await releaseRested(client, lost);
    const limit = Math.min(PLACES - busy.size, TAKEN_AT_ONCE);
    const places = { limit, failing: PLACES_OF_FAILING - failing.size, crowding: listCrowding(busy.values()) };
    const turns = await claimTurns(client, { now: clock(), busy: [...busy.keys()], ...places });
    turns.forEach(begin);
    return turns.length;
  };

  return startLeadership({
    url,
    schema,
    name: 'webhooks',
    lock: 'webhooks',
    logger,
    async lead(client, { isStopping, pause }) {
      await releaseAbandonedTurns(client, [...busy.keys()]);
      while (!isStopping()) {
        pause.restart();
        freed.restart();
        const taken = await look(client);
        if (taken === 0) await pause.sleep(LOOK_EVERY_MS);
        else if (busy.size >= PLACES) await freed.sleep(LOOK_EVERY_MS);
      }
      await Promise.all(Array.from(busy.values(), ({ work }) => work));
    },
  });
};

const listCrowding = (busy: Iterable<{ organizationId: string }>): string[] =>
  [...Map.groupBy(busy, ({ organizationId }) => organizationId)]
    .filter(([, places]) => places.length >= PLACES_OF_ORGANIZATION)
    .map(([organizationId]) => organizationId);

const releaseRested = async (client: pg.Client, lost: Map<string, number>): Promise<void> => {
  const rested = [...lost].flatMap(([id, due]) => (due <= performance.now() ? [id] : []));
  if (rested.length === 0) return;
  await releaseTurns(client, rested);
  for (const id of rested) lost.delete(id);
};
