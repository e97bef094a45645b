import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@staycover/testing';
import { provision } from '../../provisioning/provision.ts';
import { dealsFlow, expectThat, type Fault, flows, republish, timed } from '../fault.ts';
import { startOnSmallDisk } from '../small-disk.ts';
import type { Stage } from '../stage.ts';
import { openStreams } from '../streams.ts';

const unready = (stage: Stage, name: string, check: string, withinMs: number) =>
  eventually(
    `${name} says that it is unready`,
    async () => {
      const { checks } = await stage.readiness(name);
      return checks[check] !== undefined && checks[check] !== 'ok';
    },
    withinMs,
  );

const drained = (stage: Stage, withinMs: number) =>
  eventually('it drains', async () => (await stage.metric('contract', 'outbox_oldest_age_seconds')) < 1, withinMs);

const natsKilled: Fault = {
  id: '4-nats-killed',
  what: 'kill -9 of nats-server, which stays away',
  async run(stage, load, scale) {
    load.commander.slowest.clear();
    const before = load.deals();
    await stage.stopNats('SIGKILL');
    await unready(stage, 'policy', 'nats', 10_000);
    expectThat('the metric says so', (await stage.metric('policy', 'nats_connected')) === 0);
    await delay(scale(60_000, 5_000));
    expectThat('what is committed waits', (await stage.metric('contract', 'outbox_oldest_age_seconds')) > 1);
    const slowest = (load.commander.slowest.get(503) ?? 0) / 1_000;
    expectThat(`refusals come within a second (${slowest.toFixed(2)} s)`, slowest < 1.5);
    const meanwhile = load.deals() - before;
    await stage.startNats();
    const seconds = await timed(() => flows(load));
    expectThat('consumers resume within 35 s', seconds < 35);
    return `${meanwhile} deals accepted without it; slowest 503 after ${slowest.toFixed(2)} s`;
  },
};

const natsRolling: Fault = {
  id: '5-nats-rolling',
  what: 'SIGTERM of nats-server, again and again',
  async run(stage, load, scale) {
    const rounds = scale(10, 2);
    const pids = stage.pids();
    for (let round = 0; round < rounds; round++) {
      await stage.stopNats('SIGTERM');
      await stage.startNats();
      await flows(load, 10);
    }
    expectThat('no process ended', stage.pids() === pids);
    return `${rounds} restarts, no process ended`;
  },
};

/** What others published is theirs to publish again: their stream is not turned back. */
const OURS = ['BILLING', 'CLAIMS', 'CONTRACT', 'POLICY', 'RENEWAL'];

const powerLost: Fault = {
  id: '6-power-lost',
  what: "power loss: nats-server comes back with older files of the services' streams",
  async run(stage, load, scale) {
    const files = (stream: string) => join(stage.directory, 'nats/jetstream/$G/streams', stream, 'msgs');
    const copy = (stream: string) => join(stage.directory, 'older', stream);
    await stage.stopNats('SIGTERM');
    for (const stream of OURS) await cp(files(stream), copy(stream), { recursive: true });
    const since = Temporal.Now.instant();
    await stage.startNats();
    await flows(load, scale(400, 100));
    await stage.stopNats('SIGKILL');
    for (const stream of OURS) {
      await rm(files(stream), { recursive: true });
      await cp(copy(stream), files(stream), { recursive: true });
    }
    await stage.startNats();
    const findings = await eventually(
      'the doctor sees it',
      async () => {
        const lines = await stage.ops('doctor', '--json');
        return lines.length > 0 && lines;
      },
      30_000,
    );
    await unready(stage, 'billing', 'consumers', 40_000);
    const { databases, natsUrl } = stage;
    await provision({ databases, natsUrl, say: () => undefined });
    const again = await republish(stage, since.subtract({ seconds: 60 }));
    expectThat('events were gone', again > 0);
    await rm(join(stage.directory, 'older'), { recursive: true });
    return `${findings.length} findings of the doctor; ${again} events published again`;
  },
};

const partitioned: Fault = {
  id: '14-partition',
  what: 'a network that drops every packet to and from NATS, then resets the connections',
  slow: true,
  async run(stage) {
    stage.ways.nats.hold('requests', 'answers');
    const seconds = await timed(() => unready(stage, 'policy', 'nats', 60_000));
    expectThat('it is noticed within 35 s', seconds < 35);
    stage.ways.nats.reset();
    stage.ways.nats.release();
    return `noticed after ${seconds.toFixed(0)} s`;
  },
};

const streamFull: Fault = {
  id: '15-stream-full',
  what: 'a stream at max_bytes',
  async run(stage, load) {
    const streams = await openStreams(stage.natsUrl);
    const { config, state } = await streams.manager.streams.info('CONTRACT');
    await streams.manager.streams.update('CONTRACT', { max_bytes: state.bytes + 4_096 });
    await eventually(
      'the outbox grows',
      async () => (await stage.metric('contract', 'outbox_unpublished_events')) > 5,
      30_000,
    );
    const publisher = await stage.awaitPublisher('contract');
    expectThat('failures are counted', (await stage.metric(publisher, 'messaging_publish_failures_total')) > 0);
    await dealsFlow(load, 20_000);
    const { checks } = await stage.readiness('contract');
    expectThat('this is an alarm, not unreadiness', checks['nats'] === 'ok');
    await streams.manager.streams.update('CONTRACT', { max_bytes: config.max_bytes });
    const seconds = await timed(() => drained(stage, 60_000));
    await streams.close();
    return `the outbox held events; drained ${seconds.toFixed(0)} s after the repair`;
  },
};

const diskFull: Fault = {
  id: '15-disk-full',
  what: 'a full disk under JetStream',
  slow: true,
  async run(stage, load) {
    await stage.stopNats('SIGTERM');
    const disk = await startOnSmallDisk(stage.directory, Number(new URL(stage.natsUrl).port), 2_048);
    if (!disk) {
      await stage.startNats();
      return 'not tried: this machine lets nobody mount a small disk';
    }
    await eventually(
      'the outbox grows',
      async () => (await stage.metric('contract', 'outbox_oldest_age_seconds')) > 5,
      120_000,
    );
    await dealsFlow(load, 20_000);
    const waiting = await stage.metric('contract', 'outbox_unpublished_events');
    await disk.repair();
    await stage.startNats();
    const seconds = await timed(() => drained(stage, 90_000));
    return `${waiting} events and more waited; drained ${seconds.toFixed(0)} s after the repair`;
  },
};

export const natsFaults = [natsKilled, natsRolling, powerLost, partitioned, streamFull, diskFull];
