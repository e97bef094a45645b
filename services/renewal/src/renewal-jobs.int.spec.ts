import { afterEach, describe, expect, test } from '@jest/globals';
import { renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { type Client, eventually, httpClient } from '@staycover/testing';
import { type RenewalWorld, startRenewalService, startReplica } from './testing/renewal-service.ts';

let t: RenewalWorld;

afterEach(() => t.stop());

const createMany = async (count: number, chunk = 100) => {
  for (let made = 0; made < count; made += chunk) {
    await Promise.all(Array.from({ length: Math.min(chunk, count - made) }, () => t.policies.create()));
  }
  await eventually(
    'all policies are known',
    async () => {
      const [row] = await t.sql<{ count: number }>('select count(*)::int from renewable_policy');
      return row!.count === count;
    },
    60_000,
  );
};

const runs = () =>
  t.sql<{ daily_for: string; status: string; due: number }>(
    'select daily_for::text, status, due from renewal_run order by position',
  );

/** The run at an address, once it has ended. */
const endedRun = (address: string, client: Client = t.http) =>
  eventually(
    'the run ends',
    async () => {
      const { status, body } = await client.get(address);
      return status === 200 && body.status !== 'RUNNING' && body;
    },
    180_000,
  );

describe('runs', () => {
  test('of two replicas at the same time renew each policy once', async () => {
    t = await startRenewalService({ RENEWAL_PAGE_SIZE: 10 });
    const replica = await startReplica(t);
    try {
      await createMany(60);
      const other = httpClient(replica.url);
      const answers = await Promise.all([t.run(), other.post('/api/renewal/process', {}), t.run()]);

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const completed = answers.map(({ body }) => body.completed as number);
      expect(completed.toSorted((a, b) => b - a)).toEqual([60, 0, 0]);
      expect(t.events.of(renewalEvents.renewalRequested)).toHaveLength(60);
    } finally {
      await replica.stop();
    }
  });

  test('of a dead process are taken over when its lease expires', async () => {
    t = await startRenewalService();
    await createMany(2);
    await t.sql(`insert into lease values ('runner', $1, now() + interval '1 hour')`, [newId()]);
    const waiting = await t.run({}, { prefer: 'wait=0' });
    expect(waiting.body).toMatchObject({ status: 'RUNNING', due: 0 });

    await t.sql('update lease set until = now()');
    expect(await endedRun(waiting.headers.get('location')!)).toMatchObject({
      status: 'COMPLETED',
      due: 2,
      completed: 2,
    });
  });

  test('go on where they stood after a restart', async () => {
    t = await startRenewalService({ RENEWAL_PAGE_SIZE: 1 });
    await createMany(3);
    t.policies.beSilent(true);
    const { body } = await t.run({}, { prefer: 'wait=0' });
    await eventually('all are requested', () => t.events.of(renewalEvents.renewalRequested).length === 3);
    await t.service.stop();
    t.policies.beSilent(false);
    t.clock.advance({ hours: 1 });
    const replica = await startReplica(t);
    try {
      const ended = await endedRun(`/api/renewal/process/${body.jobId}`, httpClient(replica.url));
      expect(ended).toMatchObject({ status: 'COMPLETED', due: 3, processed: 3, completed: 3 });
    } finally {
      await replica.stop();
    }
  });

  test('that never get on are given up', async () => {
    t = await startRenewalService();
    await t.sql(
      `insert into renewal_run (job_id, as_of, dry_run, requested_by, status, attempts, started_at)
      values ($1, '2027-10-31', false, 'dana', 'RUNNING', 5, now())`,
      [newId()],
    );

    await eventually('it is FAILED', async () => (await runs())[0]?.status === 'FAILED');
    expect((await t.run()).body.status).toBe('COMPLETED');
  });

  test('that ended more than 90 days ago are forgotten', async () => {
    t = await startRenewalService();
    const [old, recent] = [(await t.run()).body, (await t.run()).body];
    const age = `update renewal_run set finished_at = now() - $2::int * interval '1 day' where job_id = $1`;
    await t.sql(age, [old.jobId, 91]);
    await t.sql(age, [recent.jobId, 89]);
    t.clock.advance({ hours: 48 });
    await eventually('the cleanup', () => t.service.scheduler.catchUp());
    const known = ({ jobId }: { jobId: string }) => t.http.get(`/api/renewal/process/${jobId}`);
    expect([(await known(old)).status, (await known(recent)).status]).toEqual([404, 200]);
  });

  test('take 400 policies in pages of 100', async () => {
    t = await startRenewalService({ RENEWAL_PAGE_SIZE: 100 });
    await createMany(400);
    const begun = await t.run({}, { prefer: 'wait=0' });

    const ended = await endedRun(begun.headers.get('location')!);
    expect(ended).toMatchObject({ status: 'COMPLETED', due: 400, processed: 400, completed: 400 });
    const [row] = await t.sql<{ count: number }>(
      `select count(*)::int from renewal where status = 'COMPLETED' and version = 4`,
    );
    expect(row!.count).toBe(400);
  }, 300_000);
});

describe('the daily run', () => {
  const policyEnding = async (termEnd: string) => {
    const policy = await t.policies.create({ termEnd });
    await t.known(policy.id);
    return policy;
  };

  const today = async (day: string, replica = t) => {
    replica.clock.set(`${day}T02:00:00Z`);
    await eventually(`the run of ${day} ends`, async () =>
      (await runs()).some((run) => run.daily_for === day && run.status === 'COMPLETED'),
    );
  };

  const listNotices = (policyId: string) =>
    t.events
      .of(renewalEvents.renewalNoticeDue)
      .flatMap(({ data }) => (data.policyId === policyId ? [data.notice] : []));

  test('starts at its hour, once a day', async () => {
    t = await startRenewalService({ RENEWAL_DAILY_HOUR: 2 });
    await today('2027-10-31');
    await today('2027-11-01');
    t.clock.set('2027-11-02T01:59:59Z');
    await t.run();
    await today('2027-11-02');
    await t.run();

    expect((await runs()).map((run) => run.daily_for).filter(Boolean)).toEqual([
      '2027-10-31',
      '2027-11-01',
      '2027-11-02',
    ]);
  });

  test('that failed is followed by another one the same day', async () => {
    t = await startRenewalService({ RENEWAL_DAILY_HOUR: 2 });
    const policy = await policyEnding('2027-11-01');
    await t.sql(
      `insert into renewal_run (job_id, as_of, dry_run, requested_by, daily_for, status, started_at)
      values ($1, '2027-11-01', false, 'renewal-job', '2027-11-01', 'FAILED', now())`,
      [newId()],
    );
    await today('2027-11-01');
    expect(await t.history(policy.id)).toMatchObject([{ status: 'COMPLETED' }]);
  });

  test('schedules, sends notices at 60, 30 and 7 days, and renews on the last day', async () => {
    t = await startRenewalService({ RENEWAL_DAILY_HOUR: 2 });
    const { id } = await policyEnding('2028-01-31');
    await today('2027-12-01');
    expect(await t.history(id)).toEqual([]);
    for (const day of ['2027-12-02', '2027-12-03', '2028-01-01', '2028-01-23', '2028-01-24', '2028-01-30'])
      await today(day);

    await eventually('three notices', () => listNotices(id).length === 3);
    expect(listNotices(id)).toEqual([60, 30, 7]);
    await eventually('the notices are stamped', () => t.policies.get(id).renewalNotice7SentAt);
    expect(await t.history(id)).toMatchObject([
      { status: 'SCHEDULED', createdBy: 'renewal-job', createdDate: '2027-12-02T02:00:00.000Z' },
    ]);
    await today('2028-01-31');
    expect(await t.history(id)).toMatchObject([{ status: 'COMPLETED', processedBy: 'renewal-job' }]);
  });

  test('catches up after days without the service: only the nearest notice goes out', async () => {
    t = await startRenewalService({ RENEWAL_DAILY_HOUR: 2 });
    await eventually('the run of the start is over', async () =>
      (await runs()).some((run) => run.status === 'COMPLETED'),
    );
    const late = await policyEnding('2028-01-05');
    const overdue = await policyEnding('2027-12-20');
    await today('2028-01-01');

    await eventually('a notice', () => listNotices(late.id).length > 0);
    expect(listNotices(late.id)).toEqual([7]);
    expect(listNotices(overdue.id)).toEqual([]);
    expect(t.policies.get(overdue.id)).toMatchObject({ termStart: '2027-12-21', renewalCount: 1 });
  });
});
