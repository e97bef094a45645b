import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type InForce, type PolicySnapshot, policyCover, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, fakeClock, startTestService, type TestService } from '@staycover/testing';
import fc from 'fast-check';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { allChanges } from './db/policy-changes.ts';
import { policyDays } from './db/rows.ts';
import { policyOn } from './domain/policy-on.ts';

let t: TestService;
let id: string;
let organizationId: string;
const clock = fakeClock('2026-01-01T09:00:00Z');
const START = Temporal.PlainDate.from('2026-01-01');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const today = () => Temporal.PlainDate.from(clock().toString().slice(0, 10));
const inDays = (days: number): string => today().add({ days }).toString();

/** An ACTIVE policy for Beach House. */
const begin = async (): Promise<void> => {
  clock.set('2026-01-01T09:00:00Z');
  organizationId = newId();
  const terms = { termStart: START.toString(), termEnd: '2030-12-31', ratePerNight: 4 };
  const enrolledProperties = [{ propertyId: 'beach', state: 'FL' }];
  id = (await t.http.post('/api/policy', { organizationId, ...terms, enrolledProperties })).body.id;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
};

type Command =
  | { wait: number }
  | { put: object; ahead: number }
  | { correct: object; ago: number }
  | { move: 'ACTIVE' | 'SUSPENDED'; ahead: number }
  | { withdraw: number };

const given = fc.oneof(
  fc.record({ ratePerNight: fc.integer({ min: 1, max: 99 }) }),
  fc.record({ planId: fc.constantFrom('gold', 'iron', null) }),
  fc.record({ coverage: fc.record({ deductible: fc.nat(500) }) }),
  fc.record({ supportedStates: fc.subarray(['FL', 'GA']) }),
);
const ahead = fc.constantFrom(0, 0, 0, 0, 3, 20);
const put = fc.record({ put: given, ahead });
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 9, arbitrary: put },
  { weight: 5, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ move: fc.constantFrom('ACTIVE' as const, 'SUSPENDED' as const), ahead }) },
  { weight: 1, arbitrary: fc.record({ correct: given, ago: fc.nat(90) }) },
  { weight: 1, arbitrary: fc.record({ withdraw: fc.nat(80) }) },
);

const run = async (asked: Command): Promise<void> => {
  const path = `/api/policy/${id}`;
  if ('put' in asked) await t.http.put(path, { ...asked.put, effectiveFrom: inDays(asked.ahead) });
  if ('move' in asked) await t.http.patch(`${path}/status`, { status: asked.move, effectiveDate: inDays(asked.ahead) });
  if ('correct' in asked)
    await t.http.post(`${path}/correction`, { ...asked.correct, reason: 'wrong', effectiveFrom: inDays(-asked.ago) });
  if ('withdraw' in asked) await t.http.delete(`${path}/changes/${asked.withdraw}`);
  if ('wait' in asked)
    for (let day = 0; day < asked.wait; day++) {
      clock.set(`${inDays(1)}T09:00:00Z`);
      await sweepPolicies(t.service.platform);
    }
};

const ask = (since: object = {}): Promise<PolicySnapshot> =>
  askService(t.service.platform.nats, policyGet, { policyId: id, organizationId, ...since });

const cover = async (date: string) =>
  (await askService(t.service.platform.nats, policyCover, { organizationId, propertyId: 'beach', date })).policies[0]!;

/** What a night costs, and whether it is covered. */
const night = ({ inForce = [], terms, enrollments }: PolicySnapshot, day: string) => {
  const { from: _from, ...members } = inForce.findLast(({ from }) => from <= day) ?? (inForce[0] as InForce);
  const isInForce = terms.some(({ termStart, termEnd }) => termStart <= day && day <= termEnd);
  const rows = enrollments.filter((row) => row.enrolledDate <= day && day < (row.unenrolledDate ?? '9999'));
  return { day, members, isInForce, rows: rows.map(({ electionPlanId, planId }) => electionPlanId ?? planId) };
};

/** Days that are kept, as they are and as they follow from all changes. */
const days = async () => {
  const { database } = t.service.platform;
  const kept = await policyDays.select(database, 'where t.policy_id = $1 order by t.day', [id]);
  const changes = await allChanges(database, id);
  return { kept, full: kept.map(({ day }) => ({ ...policyOn(changes, day)!, day })) };
};

/** Asks about past days, and expects the results of the full list of changes. */
const expectPast = async (agos: readonly number[]): Promise<void> => {
  const whole = await ask();
  const { version } = whole.policy;
  for (const ago of agos) {
    const openFrom = inDays(-ago);
    const found = await ask({ openFrom, sinceVersion: version });
    for (const later of [0, 1, 5, 20, 60, 200]) {
      const day = Temporal.PlainDate.from(openFrom).add({ days: later }).toString();
      expect(night(found, day)).toEqual(night(whole, day));
    }
    const { covered, ratePerNight, planId, coverage } = await cover(openFrom);
    const expected = night(whole, openFrom);
    expect({ openFrom, covered }).toEqual({ openFrom, covered: expected.isInForce && expected.rows.length > 0 });
    if (openFrom >= START.toString()) expect(expected.members).toMatchObject({ ratePerNight, planId, coverage });
  }
  const { kept, full } = await days();
  expect(kept).toEqual(full);
};

test('answers about past days equal those from the full list of changes, for any history', async () => {
  const histories = fc.array(fc.tuple(command, fc.array(fc.nat(120), { minLength: 2, maxLength: 2 })), {
    minLength: 70,
    maxLength: 80,
  });
  let mostKept = 0;
  const property = fc.asyncProperty(histories, async (history) => {
    await begin();
    for (const [one, agos] of history) {
      await run(one);
      await expectPast(agos);
      mostKept = Math.max(mostKept, (await days()).kept.length);
    }
  });
  await fc.assert(property, { seed: 20_261_123, numRuns: 1, endOnFailure: true });
  expect(mostKept).toBeGreaterThan(1);
}, 600_000);

test('a day is kept once many changes lie before it, and is another after a change of that day or one before', async () => {
  await begin();
  for (let rate = 10; rate < 30; rate++) await run({ put: { ratePerNight: rate }, ahead: 0 });
  await run({ wait: 10 });
  const openFrom = inDays(-5);
  const keptDays = async () =>
    (await days()).kept.map((kept) => [kept.day.toString(), Number(kept.members.ratePerNight) / 10_000]);
  await ask({ openFrom, sinceVersion: 1_000 });
  expect(await keptDays()).toEqual([]);
  const { version } = (await ask()).policy;
  await ask({ openFrom, sinceVersion: version });
  await ask({ openFrom: inDays(-4), sinceVersion: version });
  expect(await keptDays()).toEqual([[openFrom, 29]]);
  await run({ put: { ratePerNight: 5 }, ahead: 0 });
  expect(await keptDays()).toEqual([[openFrom, 29]]);
  await run({ correct: { ratePerNight: 6 }, ago: 5 });
  expect(await keptDays()).toEqual([[openFrom, 6]]);
  await run({ correct: { ratePerNight: 7 }, ago: 10 });
  expect(await keptDays()).toEqual([[inDays(-10), 7]]);
});

test('no day is kept of a policy that is being changed', async () => {
  await begin();
  for (let rate = 10; rate < 30; rate++) await run({ put: { ratePerNight: rate }, ahead: 0 });
  await run({ wait: 10 });
  const { version } = (await ask()).policy;
  const openFrom = inDays(-5);
  const changing = await t.service.platform.database.connect(async (client) => {
    await client.query('begin');
    await client.query('select from policy where id = $1 for update', [id]);
    const found = await ask({ openFrom, sinceVersion: version });
    await client.query('rollback');
    return found;
  });
  expect(changing.inForce).toMatchObject([{ from: openFrom, ratePerNight: 29 }]);
  expect((await days()).kept).toEqual([]);
});
