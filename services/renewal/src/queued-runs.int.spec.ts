import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inTransaction } from '@staycover/change';
import { type Actor, newId } from '@staycover/kernel';
import { claimRun } from './db/runs.ts';
import { renewalJob } from './domain/renewal.ts';
import { type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';
import { startDailyRun, startRun } from './use-cases/start-run.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService();
});

afterAll(() => t.stop());

/** Another replica leads the queue, and gets nowhere. */
beforeEach(async () => {
  await t.sql(
    `insert into lease values ('runner', $1, now() + interval '1 hour')
     on conflict (name) do update set owner = excluded.owner, until = excluded.until`,
    [newId()],
  );
  await t.sql(`update renewal_run set status = 'COMPLETED'`);
});

const caller = (...organizations: string[]): Actor => ({ id: 'dana', organizations, roles: ['underwrite'] });
const start = (actor: Actor) =>
  startRun(t.service.platform.database, { dryRun: true }, { actor, now: t.clock(), newId });
const repeat = <T>(times: number, work: () => Promise<T>) => Array.from({ length: times }, work);
const LIMITED = { code: 'rate-limited', extra: { retryAfter: expect.any(Number) } };

describe('an organization', () => {
  test('has ten runs in the queue, until one of them ends; others are not kept from theirs', async () => {
    const [first] = await Promise.all(repeat(10, () => start(caller('acme'))));
    await expect(start(caller('acme'))).rejects.toMatchObject(LIMITED);
    await expect(start(caller('globex', 'acme'))).rejects.toMatchObject(LIMITED);
    expect(await start(caller('globex'))).toMatchObject({ status: 'RUNNING' });
    expect(await start(renewalJob)).toMatchObject({ status: 'RUNNING' });
    await t.sql(`update renewal_run set status = 'COMPLETED' where job_id = $1`, [first!.jobId]);
    expect(await start(caller('acme'))).toMatchObject({ status: 'RUNNING' });
  });

  test('is not kept from its own by those of another that a caller has, too', async () => {
    await Promise.all(repeat(6, () => start(caller('acme'))));
    await Promise.all(repeat(4, () => start(caller('globex'))));
    expect(await start(caller('acme', 'globex'))).toMatchObject({ status: 'RUNNING' });
  });

  test('has ten also when it asks for more at once', async () => {
    const answers = await Promise.allSettled(repeat(30, () => start(caller('acme'))));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('is not what limits callers of all of them', async () => {
    const answers = await Promise.all(repeat(12, () => t.run({ dryRun: true }, { prefer: 'wait=0' })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(12);
  });
});

test('the daily run goes before those that wait', async () => {
  const { database } = t.service.platform;
  const waiting = await start(caller('acme'));
  const daily = await startDailyRun(database, { now: t.clock(), newId });
  const claim = () => inTransaction(database, (tx) => claimRun(tx, true));
  expect(await claim()).toMatchObject({ jobId: daily });
  await t.sql(`update renewal_run set status = 'COMPLETED' where job_id = $1`, [daily]);
  expect(await claim()).toMatchObject({ jobId: waiting.jobId });
});

test('a run that was queued is answered as such, though the database cannot be read any more', async () => {
  await t.sql('alter table batch_run rename to batch_run_away');
  await t.sql(`create function refuse() returns setof batch_run_away language plpgsql as
    $$ begin raise 'too many clients' using errcode = '53300'; end $$`);
  await t.sql('create view batch_run as select * from refuse()');
  await t.sql('grant select on batch_run to public');
  const answer = await t.run({ dryRun: true }, { prefer: 'wait=0' }).finally(async () => {
    await t.sql('drop function refuse() cascade');
    await t.sql('alter table batch_run_away rename to batch_run');
  });
  const [run] = await t.sql<{ job_id: string }>(`select job_id from renewal_run where status = 'RUNNING'`);
  expect(answer).toMatchObject({ status: 202, body: { jobId: run!.job_id, status: 'RUNNING', due: 0 } });
  const location = answer.headers.get('location')!;
  expect((await t.http.get(location)).body).toEqual(answer.body);
});
