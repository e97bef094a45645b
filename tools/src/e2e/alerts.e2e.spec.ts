import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { contractEvents, eventSubject, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { durableName, MAX_WAITING, streamName } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import pg from 'pg';
import { alertRules, dashboardQueries, findSamples, isBeyond, metricsIn } from '../testing/metrics.ts';
import { closeDeal, collect, electCover, generateInvoice, movePolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(240_000);

const rules = alertRules();
const caused = new Set<string>();
let world: World;

beforeAll(async () => {
  world = await startWorld('2026-01-01');
  await everythingOnce();
});

afterAll(() => world?.stop());

/** Activity of every kind, before the first scrape: counts of whole tables are read once a minute. */
const everythingOnce = async (): Promise<void> => {
  const deal = {
    crmDealId: 'D-1',
    organizationId: 'watched',
    effectiveDate: '2026-01-01',
    termMonths: 3,
    baseRatePerNight: 4,
  };
  const { policyId } = await closeDeal(world, deal);
  await electCover(world, policyId, 'Pier');
  await movePolicy(world, policyId, 'ACTIVE');
  await world.deliver(inboundEvents.claimSubmitted, claim);
  await world.goTo('2026-03-20');
  const { id } = await generateInvoice(world, policyId);
  await collect(world, id);
};

const metrics = async (): Promise<string> => (await fetch(`${world.gatewayUrl}/metrics`)).text();
const get = (path: string): Promise<void> =>
  fetch(`${world.gatewayUrl}/api/${path}`).then((answer) => void answer.body?.cancel());
const streams = async () => (await jetstreamManager(world.events.connection)).streams;

const claim = { ...inboundEvents.claimSubmitted.example.data, organizationId: 'watched' };
const claimSubmitted = eventSubject(inboundEvents.claimSubmitted, 'watched');
const nothing = (): void => undefined;

/** Twice the minute for which counts of whole tables are kept, and more. */
const SHOWN_WITHIN_MS = 150_000;

/** Causes what an alert is about, waits until it shows, mends it. */
const isCaused = async (
  alert: string,
  shows: () => Promise<boolean>,
  cause: () => Promise<() => unknown>,
): Promise<boolean> => {
  const mend = await cause();
  try {
    await eventually(`what ${alert} needs`, async () => (await delay(100), shows()), SHOWN_WITHIN_MS);
  } finally {
    await mend();
  }
  caused.add(alert);
  return true;
};

/** Of a rule that compares a gauge with a number. */
const isOver = (alert: string) => async (): Promise<boolean> => {
  const [name] = metricsIn(rules[alert]!);
  return findSamples(await metrics(), name!).some(isBeyond(rules[alert]!));
};

/** Of a rule about the rate at which a counter grows. */
const grows = (alert: string, labels: Record<string, string>) => {
  const [name] = metricsIn(rules[alert]!);
  let first: number | undefined;
  return async (): Promise<boolean> => {
    const now = sum(findSamples(await metrics(), name!, labels));
    return now > (first ??= now);
  };
};

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** How many requests to policy have taken more than a second. */
const slowRequests = async (): Promise<number> => {
  const text = await metrics();
  const upTo = (le: string): number =>
    sum(findSamples(text, 'http_server_request_duration_seconds_bucket', { service: 'policy', le }));
  return upTo('+Inf') - upTo('1');
};

const session = async () => {
  const client = new pg.Client({ connectionString: world.databases['billing'] });
  await client.connect();
  return client;
};

const withoutTable = async (table: string, name: string) => {
  await world.sql(`alter table ${table} rename to ${name}_away`);
  return () => world.sql(`alter table ${table}_away rename to ${name}`);
};

/** Locks a table, so that other sessions wait; requests time out after some seconds. */
const holding = async (table: string) => {
  const client = await session();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
};

describe('each alert, by its cause', () => {
  test.each([
    { alert: 'PublishFailures', shows: grows('PublishFailures', { service: 'contract' }) },
    { alert: 'OutboxStuck', shows: isOver('OutboxStuck') },
  ])('$alert: a stream that is full', async ({ alert, shows }) => {
    const cause = async () => {
      await (await streams()).update(streamName('contract'), { max_bytes: 1 });
      const deal = { crmDealId: newId(), organizationId: 'stuck', baseRatePerNight: 4 };
      await world.api.POST('/api/webhook/crm/deal-closed', { body: deal });
      await world.sql(
        `update contract.outbox set created_at = created_at - interval '2 minutes' where published_at is null`,
      );
      return () => world.provision();
    };
    expect(await isCaused(alert, shows, cause)).toBe(true);
    await world.quiet();
  });

  test('StreamFilling: a stream that may hold little more than it does', async () => {
    const cause = async () => {
      const { state } = await (await streams()).info(streamName('contract'));
      await (await streams()).update(streamName('contract'), { max_bytes: Math.ceil(state.bytes * 1.2) });
      return () => world.provision();
    };
    expect(await isCaused('StreamFilling', isOver('StreamFilling'), cause)).toBe(true);
  });

  test('NoActiveRelay: a lock that another session holds', async () => {
    const cause = async () => {
      const client = await session();
      const lock = client.query(`select pg_advisory_lock(hashtext('outbox-relay'), hashtext('renewal'))`);
      const holder = `datname = current_database() and application_name = 'renewal-relay'`;
      await world.sql(`select pg_terminate_backend(pid) from pg_stat_activity where ${holder}`);
      await lock;
      return () => client.end();
    };
    expect(await isCaused('NoActiveRelay', isOver('NoActiveRelay'), cause)).toBe(true);
  });

  test('DeadLetters: an event that cannot be processed', async () => {
    const cause = async () => {
      await world.events.publishRaw(claimSubmitted, '{"not":"an event"}');
      return nothing;
    };
    expect(await isCaused('DeadLetters', isOver('DeadLetters'), cause)).toBe(true);
  });

  test('ScheduleFails: a schedule that has failed three times', async () => {
    const failed = (times: number) =>
      world.sql(`update policy.schedule set attempts = ${times} where name = 'policy-sweep'`);
    const cause = async () => {
      await failed(3);
      return () => failed(0);
    };
    expect(await isCaused('ScheduleFails', isOver('ScheduleFails'), cause)).toBe(true);
  });

  test.each([
    { alert: 'EventsFail', shows: grows('EventsFail', { consumer: 'policy-contract-deal-closed', outcome: 'failed' }) },
    { alert: 'EventsComeAgain', shows: isOver('EventsComeAgain') },
  ])('$alert: a table that is gone', async ({ alert, shows }) => {
    const cause = async () => {
      const mend = await withoutTable('policy.policy', 'policy');
      await world.events.publish(contractEvents.dealClosed, {
        ...contractEvents.dealClosed.example.data,
        policyId: newId(),
      } as never);
      return mend;
    };
    expect(await isCaused(alert, shows, cause)).toBe(true);
    await world.quiet();
  });

  test('HighErrorRate: requests that end in 500', async () => {
    const cause = async () => {
      const mend = await withoutTable('contract.contract', 'contract');
      const failing = setInterval(() => void get(`contract/${newId()}`), 100);
      return () => (clearInterval(failing), mend());
    };
    expect(await isCaused('HighErrorRate', grows('HighErrorRate', { service: 'contract', status: '500' }), cause)).toBe(
      true,
    );
  });

  test('SlowRequests: a lock that is held for more than a second', async () => {
    const cause = async () => {
      const release = await holding('policy.policy');
      void get(`policy/${newId()}`);
      return release;
    };
    const before = await slowRequests();
    expect(await isCaused('SlowRequests', async () => (await slowRequests()) > before, cause)).toBe(true);
  });

  test('PoolExhausted: more requests wait for the database than it has connections', async () => {
    const cause = async () => {
      const release = await holding('policy.policy');
      const waiting = setInterval(() => void get(`policy/${newId()}`), 20);
      return () => (clearInterval(waiting), release());
    };
    expect(await isCaused('PoolExhausted', isOver('PoolExhausted'), cause)).toBe(true);
  });

  test('ConsumerLag: events that come while none can be taken', async () => {
    const cause = async () => {
      const release = await holding('claims.inbox');
      const id = newId();
      const tell = (organizationId: string) => {
        const event = { ...inboundEvents.claimSubmitted.example, id, data: { ...claim, organizationId } };
        return world.events.publishRaw(
          eventSubject(inboundEvents.claimSubmitted, organizationId),
          JSON.stringify(event),
        );
      };
      // Of each organization as many as may wait; a thousand of all these are taken ahead.
      for (const organization of ['lagging-0', 'lagging-1', 'lagging-2', 'lagging-3', 'lagging-4'])
        await Promise.all(Array.from({ length: MAX_WAITING }, () => tell(organization)));
      return release;
    };
    expect(await isCaused('ConsumerLag', isOver('ConsumerLag'), cause)).toBe(true);
    await world.quiet();
  });

  test('ConsumerStale: a durable consumer that is deleted', async () => {
    const cause = async () => {
      const { consumers } = await jetstreamManager(world.events.connection);
      await consumers.delete(streamName('inbound'), durableName('claims', inboundEvents.claimUpdated));
      return () => world.provision();
    };
    expect(await isCaused('ConsumerStale', isOver('ConsumerStale'), cause)).toBe(true);
  });

  test('EventLoopBlocked: half a second of work at a time', async () => {
    const isBlocked = isOver('EventLoopBlocked');
    // A block right behind a scrape, before the loop is looked at again, is not seen: the wait for the next try lies between.
    const block = async () => {
      const until = performance.now() + 500;
      while (performance.now() < until);
      return isBlocked();
    };
    expect(await isCaused('EventLoopBlocked', block, async () => nothing)).toBe(true);
  });

  test('MetricsUnreadable: a table that cannot be counted', async () => {
    const shows = grows('MetricsUnreadable', { service: 'renewal' });
    expect(await isCaused('MetricsUnreadable', shows, () => withoutTable('renewal.dead_letter', 'dead_letter'))).toBe(
      true,
    );
  });

  // Before a service is stopped, after there were failures to count.
  test('every metric of a rule or a dashboard is exposed', async () => {
    const text = await metrics();
    const used = [...Object.values(rules), ...dashboardQueries()].flatMap(metricsIn);
    expect(used.length).toBeGreaterThan(40);
    expect([...new Set(used)].filter((name) => findSamples(text, name).length === 0)).toEqual([]);
  });

  test('CircuitBreakerOpen and ServiceMissing: a service that is down', async () => {
    await world.stopService('renewal');
    const isOpen = async () => (await get('renewal/upcoming'), isOver('CircuitBreakerOpen')());
    expect(await isCaused('CircuitBreakerOpen', isOpen, async () => nothing)).toBe(true);
    const isMissing = async () =>
      isBeyond(rules['ServiceMissing']!)(findSamples(await metrics(), 'process_start_time_seconds').length);
    expect(await isCaused('ServiceMissing', isMissing, async () => nothing)).toBe(true);
  });

  test('none is left out except those of Prometheus itself, and the loss of NATS, which the fault specs cause', () => {
    expect(Object.keys(rules).filter((alert) => !caused.has(alert))).toEqual(['ServiceDown', 'NatsDisconnected']);
  });
});
