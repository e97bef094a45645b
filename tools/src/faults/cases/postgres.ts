import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@staycover/testing';
import { expectThat, type Fault, flows, timed } from '../fault.ts';
import type { Stage } from '../stage.ts';

const away = (stage: Stage) => async (): Promise<boolean> =>
  (await stage.readiness('policy')).checks['database'] === 'unreachable';

const restarted: Fault = {
  id: '7-postgres-restart',
  what: 'immediate restart of PostgreSQL',
  async run(stage, load) {
    const pids = stage.pids();
    const restarting = stage.restartPostgres('SIGQUIT');
    await eventually('it is seen', away(stage), 10_000).catch(() => undefined);
    await restarting;
    const seconds = await timed(() => stage.ready());
    expectThat('all are ready within 10 s', seconds < 10);
    expectThat('no process ended', stage.pids() === pids);
    await flows(load);
    return `ready after ${seconds.toFixed(1)} s, no process ended`;
  },
};

const killed: Fault = {
  id: '22-postgres-killed',
  what: 'kill -9 of PostgreSQL, which stays away',
  async run(stage, load, scale) {
    const pids = stage.pids();
    await stage.stopPostgres('SIGKILL');
    await eventually('it is seen', away(stage), 10_000);
    await delay(scale(20_000, 3_000));
    await stage.startPostgres();
    const seconds = await timed(() => stage.ready());
    expectThat('all are ready within 15 s', seconds < 15);
    expectThat('no process ended', stage.pids() === pids);
    await flows(load);
    return `ready ${seconds.toFixed(1)} s after it was back, no process ended`;
  },
};

const RELAY = `select pid from pg_stat_activity where application_name = 'contract-relay'`;

const terminated: Fault = {
  id: '8-backends',
  what: 'pg_terminate_backend of random sessions, that of a relay among them',
  async run(stage, load, scale) {
    const rounds = scale(40, 8);
    let ended = 0;
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const relays = await stage.sql<{ pid: number }>(RELAY);
      const gone = await stage.sql(
        `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
           where usename in ('policy', 'contract', 'billing', 'renewal', 'claims') and application_name not like '%-relay' order by random() limit 4) as victims
         union all select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'contract-relay'`,
      );
      ended += gone.length;
      const isBack = async () =>
        (await stage.sql<{ pid: number }>(RELAY)).some(({ pid }) => !relays.some((old) => old.pid === pid));
      slowest = Math.max(slowest, await timed(() => eventually('the relay is back', isBack, 20_000)));
      await flows(load, 5);
    }
    expectThat('a relay has an owner again within 5 s', slowest < 5);
    return `${ended} sessions ended; a relay was back within ${slowest.toFixed(1)} s`;
  },
};

const silent: Fault = {
  id: '14-postgres-silent',
  what: 'a network that drops every packet to and from PostgreSQL for a while',
  async run(stage, load, scale) {
    load.commander.slowest.clear();
    stage.ways.postgres.hold('requests', 'answers');
    const seconds = await timed(() => eventually('it is seen', away(stage), 10_000));
    await delay(scale(20_000, 8_000));
    stage.ways.postgres.reset();
    stage.ways.postgres.release();
    const slowest = Math.max(...load.commander.slowest.values()) / 1_000;
    return `noticed after ${seconds.toFixed(1)} s; the slowest answer took ${slowest.toFixed(1)} s`;
  },
};

const slow: Fault = {
  id: '12-slow-database',
  what: 'handlers that take longer than ack_wait, for every answer of PostgreSQL takes 4 s',
  slow: true,
  async run(stage, load) {
    const redelivered = async () =>
      (await stage.metric('policy', 'messaging_consumer_redelivered')) +
      (await stage.metric('billing', 'messaging_consumer_redelivered'));
    const before = await redelivered();
    stage.ways.postgres.delayAnswers(4_000);
    await delay(75_000);
    stage.ways.postgres.delayAnswers(0);
    await flows(load);
    const after = await redelivered();
    return `${Math.max(0, after - before)} events under way were delivered again`;
  },
};

const failedOver: Fault = {
  id: '27-failover',
  what: 'kill -9 of PostgreSQL for good; its synchronous standby takes its place',
  // Other settings, so a platform of its own: the other cases start the server where it was.
  env: { DATABASE_POOL: '8' },
  async run(stage, load) {
    const pids = stage.pids();
    const standby = await stage.postgres.addStandby();
    await flows(load);
    await stage.stopPostgres('SIGKILL');
    const seconds = await timed(async () => {
      await stage.postgres.failOver(standby);
      await stage.ready();
      await flows(load, 1);
    });
    expectThat('no process ended', stage.pids() === pids);
    return `commands were accepted ${seconds.toFixed(1)} s after it was killed`;
  },
};

export const postgresFaults = [restarted, terminated, silent, slow, killed, failedOver];
