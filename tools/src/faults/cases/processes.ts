import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { nanos } from '@nats-io/transport-node';
import { eventSubject, inboundEvents } from '@staycover/events';
import { durableName } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import { manifests } from '../../manifests.ts';
import { quietly } from '../../platform/platform.ts';
import { superviseAll } from '../../platform/supervisor.ts';
import { expectThat, type Fault, flows, timed } from '../fault.ts';
import { closeDeal, electionEvent } from '../life.ts';
import { holdPolicy } from '../locks.ts';
import type { Stage } from '../stage.ts';
import { duplicateWindow, openStreams } from '../streams.ts';

const NAMES = ['gateway', ...manifests.map(({ name }) => name)];
const UNPUBLISHED = 'select count(*)::int as n from contract.outbox where published_at is null';

const count = async ({ sql }: Stage, text: string): Promise<number> => (await sql<{ n: number }>(text))[0]!.n;

const killed: Fault = {
  id: '1-killed',
  what: 'kill -9 of one process after the other, at random moments',
  async run(stage, load, scale) {
    const kills = scale(56, 4);
    for (let i = 0; i < kills; i++) {
      await stage.kill(NAMES[i % NAMES.length]!);
      await flows(load, 5);
      await delay(Math.random() * 300);
    }
    return `${kills} kills`;
  },
};

const killedBeforePublish: Fault = {
  id: '2-before-publish',
  what: 'kill -9 between commit and publish',
  async run(stage) {
    const publisher = await stage.awaitPublisher('contract');
    stage.ways.nats.hold('requests');
    await eventually('deals are committed and not published', async () => (await count(stage, UNPUBLISHED)) >= 3);
    await stage.kill(publisher);
    stage.ways.nats.reset();
    stage.ways.nats.release();
    await stage.ready();
    const waiting = await stage.sql<{ id: string }>('select id from contract.outbox where published_at is null');
    const seconds = await timed(() =>
      eventually('they are published', async () => {
        const left = await stage.sql('select 1 from contract.outbox where published_at is null and id = any ($1)', [
          waiting.map(({ id }) => id),
        ]);
        return left.length === 0;
      }),
    );
    expectThat('they are published within 5 s', seconds < 5);
    return `published ${seconds.toFixed(1)} s after it was ready`;
  },
};

const killedBeforeMark: Fault = {
  id: '3-before-mark',
  what: 'kill -9 between PubAck and mark; the duplicate window of 2 s is over when it is back',
  async run(stage) {
    const streams = await openStreams(stage.natsUrl);
    const publisher = await stage.awaitPublisher('contract');
    await duplicateWindow(streams, 2_000);
    stage.ways.nats.hold('answers');
    await eventually('deals are published and not marked', async () => (await count(stage, UNPUBLISHED)) >= 3);
    await stage.kill(publisher);
    await delay(3_000);
    stage.ways.nats.reset();
    stage.ways.nats.release();
    await stage.ready();
    await eventually('all is published', async () => (await count(stage, UNPUBLISHED)) < 3);
    const { messages } = (await streams.manager.streams.info('CONTRACT')).state;
    const twice =
      messages - (await count(stage, 'select count(*)::int as n from contract.outbox where published_at is not null'));
    await duplicateWindow(streams, 600_000);
    await streams.close();
    return `${Math.max(0, twice)} events twice in the stream`;
  },
};

const frozen: Fault = {
  id: '9-frozen',
  what: 'SIGSTOP of a process whose relay publishes, with a replica beside it, 90 s later SIGCONT',
  slow: true,
  async run(stage) {
    const publisher = await stage.awaitPublisher('renewal');
    const pid = stage.process(publisher).pid!;
    const others = stage.processNames('renewal').filter((name) => name !== publisher);
    const beside = await standBeside(stage, publisher, others);
    try {
      process.kill(pid, 'SIGSTOP');
      const seconds = await timed(() => eventually('another publishes', beside.publishes, 30_000));
      expectThat('another publishes within 20 s', seconds < 20);
      await delay(90_000 - seconds * 1_000);
      return `another published after ${seconds.toFixed(1)} s`;
    } finally {
      process.kill(pid, 'SIGCONT');
      await stage.ready();
      await beside.stop();
    }
  },
};

/** The replicas beside a process, or one more where there is none. */
const standBeside = async (stage: Stage, name: string, others: readonly string[]) => {
  const isActive = async (url: string) =>
    /outbox_relay_active\{[^}]*\} 1/.test(await (await fetch(`${url}/metrics`)).text());
  if (others.length > 0)
    return {
      publishes: async () => (await Promise.all(others.map((other) => isActive(stage.urlFor(other))))).includes(true),
      stop: async () => undefined,
    };
  const spec = stage.platform.specs.find((each) => each.name === name)!;
  const { env, readyUrl } = await stage.makeReplica(spec);
  const replica = superviseAll([{ ...spec, name: `${name}-2`, env, readyUrl }], quietly);
  await replica.ready();
  return { publishes: () => isActive(readyUrl.replace('/readyz', '')), stop: replica.stop };
};

const poisoned: Fault = {
  id: '13-poison',
  what: 'poison: text that is no JSON, an unknown type, and an event whose handling always ends with kill -9',
  async run(stage, load) {
    const streams = await openStreams(stage.natsUrl);
    // Of its own: events of others that touch its policies would wait, and be killed, too.
    const organizationId = `${load.organizationId}-poisoned`;
    const event = inboundEvents.coverageElectionChanged;
    const durable = durableName('policy', event);
    const subject = eventSubject(event, organizationId);
    const { policyId } = await closeDeal(load.commander, organizationId, 'poisoned');
    const lock = await holdPolicy(stage, policyId);
    await streams.manager.consumers.update('INBOUND', durable, { ack_wait: nanos(2_000) });
    await streams.publish(subject, 'no JSON');
    await streams.publish(
      subject,
      JSON.stringify({ ...event.example, id: 'unknown-type', type: 'insurance.inbound.something.v9' }),
    );
    await streams.publish(subject, electionEvent(organizationId, policyId, 'poison'));
    const letters = () =>
      stage.sql<{ id: string; reason: string }>(
        'select id::text, reason from policy.dead_letter where consumer = $1 and resolved_at is null order by id',
        [durable],
      );
    let kills = 0;
    while ((await letters()).length < 3) {
      if (await lock.isWaitedFor()) {
        await Promise.all(stage.processNames('policy').map((name) => stage.kill(name)));
        kills += 1;
        expectThat('it is given up after six tries', kills <= 7);
        await eventually('the database has noticed', async () => !(await lock.isWaitedFor()));
      } else await delay(20);
    }
    await lock.release();
    await streams.manager.consumers.update('INBOUND', durable, { ack_wait: nanos(30_000) });
    await stage.ready();
    await flows(load);
    const given = await letters();
    expectThat('nothing else is given up', given.length === 3);
    expectThat('the metric says so', (await stage.metric('policy', 'dead_letters', `consumer="${durable}"`)) === 3);
    const [killer] = given.filter(({ reason }) => /killed/.test(reason));
    await stage.ops('dead-letters', 'replay', 'policy', killer!.id);
    for (const { id } of await letters())
      await stage.ops('dead-letters', 'discard', 'policy', id, '--reason', 'a fault on purpose');
    const enrolled = await stage.sql('select 1 from policy.enrollment where policy_id = $1 and property_id = $2', [
      policyId,
      'poison',
    ]);
    expectThat('the replay had its effect, once', enrolled.length === 1);
    await streams.close();
    return `3 dead letters after ${kills} kills; one replayed`;
  },
};

const terminated: Fault = {
  id: '17-terminated',
  what: 'SIGTERM of a service with ten requests under way, again and again',
  async run(stage, load, scale) {
    const rounds = scale(20, 3);
    const { policyId } = await closeDeal(load.commander, load.organizationId, 'terminated');
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      await stage.ready();
      const lock = await holdPolicy(stage, policyId);
      const calls = Array.from({ length: 10 }, (_, i) =>
        patient(`${stage.urlFor('policy')}/api/policy/${policyId}`, (40_000 + round * 10 + i) / 10_000),
      );
      await Promise.all(calls.map(({ sent }) => sent));
      await eventually('requests wait', lock.isWaitedFor, 5_000);
      await delay(50);
      const seconds = timed(() => stage.kill('policy', 'SIGTERM'));
      await delay(100);
      await lock.release();
      const statuses = await Promise.all(calls.map(({ answered }) => answered));
      // Those that wait for a connection of the pool when time is up are refused; none is cut off.
      expectThat(
        `all are answered (${statuses.join(', ')})`,
        statuses.every((status) => status === 200 || status === 503),
      );
      expectThat('those that were under way are done', statuses.includes(200));
      slowest = Math.max(slowest, await seconds);
      expectThat('it ends within 25 s', slowest < 25);
    }
    return `${rounds} rounds, the slowest until the next process ${slowest.toFixed(1)} s`;
  },
};

/** A request on a connection of its own: when it is sent, and how it is answered; 0 when it is cut off. */
const patient = (url: string, ratePerNight: number): { sent: Promise<unknown>; answered: Promise<number> } => {
  const headers = { 'content-type': 'application/json' };
  const asking = request(url, { method: 'PUT', headers, agent: false });
  const answered = new Promise<number>((resolve) => {
    asking.once('response', (answer) => resolve(answer.resume().statusCode!));
    asking.once('error', () => resolve(0));
  });
  asking.end(JSON.stringify({ ratePerNight }));
  return { sent: once(asking, 'finish'), answered };
};

export const processFaults = [killed, killedBeforePublish, killedBeforeMark, frozen, poisoned, terminated];
