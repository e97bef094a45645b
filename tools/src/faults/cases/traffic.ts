import { setTimeout as delay } from 'node:timers/promises';
import { eventSubject, inboundEvents, policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { MAX_WAITING, RECEIVED } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import { expectThat, type Fault } from '../fault.ts';
import { closeDeal, electionEvent } from '../life.ts';
import type { Stage } from '../stage.ts';
import { duplicateWindow, openStreams } from '../streams.ts';

const hundredTimes: Fault = {
  id: '10-again',
  what: 'one event a hundred times, half of them after the duplicate window',
  async run(stage, { commander, organizationId }) {
    const streams = await openStreams(stage.natsUrl);
    await duplicateWindow(streams, 1_000);
    const { policyId } = await closeDeal(commander, organizationId, 'again');
    const subject = eventSubject(inboundEvents.coverageElectionChanged, organizationId);
    const event = electionEvent(organizationId, policyId, 'again');
    const publishFifty = (msgID?: string) =>
      Promise.all(Array.from({ length: 50 }, () => streams.publish(subject, event, msgID)));
    const count = async () => (await streams.manager.streams.info(RECEIVED)).state.messages;
    const before = await count();
    await publishFifty('again');
    await delay(2_500);
    await publishFifty();
    const messages = (await count()) - before;
    expectThat('they are in the stream many times', messages >= 51);
    const inbox = () =>
      stage.sql(`select 1 from policy.inbox where event_key like '%again' and event_key like $1`, [
        `%${organizationId}%`,
      ]);
    await eventually('it is processed', async () => (await inbox()).length > 0);
    await duplicateWindow(streams, 600_000);
    await streams.close();
    const enrolled = await stage.sql('select 1 from policy.enrollment where policy_id = $1', [policyId]);
    expectThat('it had one effect', enrolled.length === 1 && (await inbox()).length === 1);
    return '51 and more deliveries, one effect';
  },
};

const shuffled: Fault = {
  id: '11-shuffled',
  what: 'versions 1 to 20 of policies, in random order',
  async run(stage, { organizationId }) {
    const streams = await openStreams(stage.natsUrl);
    const event = policyEvents.policyChanged;
    const ids = Array.from({ length: 20 }, newId);
    const published = ids
      .flatMap((id) => Array.from({ length: 20 }, (_, i) => ({ id, version: i + 1, at: Math.random() })))
      .toSorted((a, b) => a.at - b.at);
    for (const { id, version } of published) {
      const policy = {
        ...event.example.data.policy,
        id,
        organizationId,
        version,
        planId: `plan-${version}`,
        autoRenew: false,
      };
      const data = { ...event.example.data, organizationId, version, policy };
      await streams.publish(
        eventSubject(event, organizationId),
        JSON.stringify({ ...event.example, id: newId(), subject: id, data }),
      );
    }
    await streams.close();
    const versions = () =>
      stage.sql<{ version: number }>('select version from renewal.renewable_policy where id = any ($1)', [ids]);
    const isNewest = async () => {
      const rows = await versions();
      return rows.length === ids.length && rows.every(({ version }) => Number(version) === 20);
    };
    await eventually('the newest is everywhere', isNewest, 60_000);
    return `${published.length} events, the newest state everywhere`;
  },
};

const put = async (url: string, body: unknown, headers: Record<string, string>): Promise<number> =>
  (
    await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  ).status;

const contested: Fault = {
  id: '18-contested',
  what: 'two clients who change the same version, again and again',
  async run(stage, { commander, organizationId }, scale) {
    const rounds = scale(1_000, 100);
    const { policyId } = await closeDeal(commander, organizationId, 'contested');
    const url = `${stage.platform.gatewayUrl}/api/policy/${policyId}`;
    let etag = (await fetch(url)).headers.get('etag')!;
    for (let round = 0; round < rounds; round++) {
      const change = (side: number) =>
        put(url, { ratePerNight: (40_000 * side + round) / 10_000 }, { 'if-match': etag });
      const statuses = (await Promise.all([change(1), change(2)])).toSorted();
      expectThat(`one wins, one is refused (${statuses.join(', ')})`, statuses[0] === 200 && statuses[1] === 412);
      etag = (await fetch(url)).headers.get('etag')!;
    }
    return `${rounds} rounds, one winner each`;
  },
};

const policyBody = (organizationId: string, planId: string) => {
  const today = Temporal.Now.plainDateISO('UTC');
  return {
    organizationId,
    planId,
    ratePerNight: 4,
    termStart: today.toString(),
    termEnd: today.add({ years: 1 }).toString(),
  };
};

const create = (url: string, body: unknown, key: string): Promise<{ status: number; id: string | undefined }> =>
  fetch(`${url}/api/policy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  }).then(
    async (answer) => ({ status: answer.status, id: ((await answer.json()) as { id?: string }).id }),
    () => ({ status: 0, id: undefined }),
  );

const countMade = async ({ sql }: Stage, organizationId: string, planId: string): Promise<number> =>
  (await sql('select 1 from policy.policy where organization_id = $1 and plan_id = $2', [organizationId, planId]))
    .length;

const retried: Fault = {
  id: '19-same-key',
  what: 'one idempotency key fifty times at once, with another body, and again after kill -9',
  async run(stage, { organizationId }) {
    const url = stage.platform.gatewayUrl;
    const [key, body] = [newId(), policyBody(organizationId, 'once')];
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(url, body, key)));
    const ids = new Set(answers.flatMap(({ status, id }) => (status === 201 ? [id] : [])));
    expectThat(
      `all is one policy, or in flight (${answers.map(({ status }) => status).join()})`,
      ids.size === 1 && answers.every(({ status }) => status === 201 || status === 409),
    );
    expectThat('another body is refused', (await create(url, { ...body, ratePerNight: 5 }, key)).status === 422);

    const [second, again] = [newId(), policyBody(organizationId, 'killed')];
    const unknown = create(url, again, second);
    await stage.kill('policy');
    await unknown;
    await stage.ready();
    const first = await eventually('the service is asked again', async () => {
      const answer = await create(url, again, second);
      return answer.status !== 503 && answer;
    });
    const replay = await create(url, again, second);
    expectThat(
      `the same answer comes again (${first.status}, ${replay.status})`,
      first.status === 201 && replay.status === 201 && first.id === replay.id,
    );
    expectThat(
      'there is one of each',
      (await countMade(stage, organizationId, 'once')) === 1 &&
        (await countMade(stage, organizationId, 'killed')) === 1,
    );
    return 'one policy for each key';
  },
};

/** What the collector may leave for later in a process that has hardly begun. */
const SLACK_BYTES = 24 * 1024 ** 2;

const backlog: Fault = {
  id: '12-backlog',
  what: 'a backlog of events that came while the service was frozen',
  async run(stage, { organizationId }, scale) {
    const count = scale(10_000, 1_000);
    const streams = await openStreams(stage.natsUrl);
    const event = inboundEvents.reservationSynced;
    const pids = stage.processNames('claims').map((name) => stage.process(name).pid!);
    const memory = () => stage.metric('claims', 'process_resident_memory_bytes');
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const { claimToken: _own, ...reservation } = event.example.data;
    // Of one organization no more may wait.
    const organizationAt = (i: number) => `${organizationId}-${Math.floor(i / MAX_WAITING)}`;
    const tell = (i: number) => {
      const organization = organizationAt(i);
      const data = { ...reservation, organizationId: organization, reservationReferenceId: `R-${i}`, reservationId: i };
      return streams.publish(
        eventSubject(event, organization),
        JSON.stringify({ ...event.example, id: `reservation-${i}`, data }),
      );
    };
    for (let i = 0; i < count; i += 100) await Promise.all(Array.from({ length: 100 }, (_, k) => tell(i + k)));
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    const thereAre = async (wanted: number) => {
      const [row] = await stage.sql<{ n: number }>(
        'select count(*)::int as n from claims.reservation where organization_id like $1',
        [`${organizationId}-%`],
      );
      return row!.n >= wanted;
    };
    await eventually('a third is there', () => thereAre(count / 3), 300_000);
    const early = await memory();
    let most = early;
    await eventually(
      'all are there',
      async () => {
        most = Math.max(most, await memory());
        return thereAre(count);
      },
      300_000,
    );
    const consumer = await streams.manager.consumers.info('INBOUND', 'claims-inbound-reservation-synced');
    await streams.close();
    expectThat('nothing is delivered again and again', consumer.num_redelivered <= 8);
    const mb = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MiB`;
    expectThat(`memory is flat (${mb(early)}, ${mb(most)})`, most < 1.2 * early + SLACK_BYTES);
    return `${count} events; memory ${mb(early)} after a third of them, ${mb(most)} at most`;
  },
};

export const trafficFaults = [hundredTimes, shuffled, backlog, contested, retried];
