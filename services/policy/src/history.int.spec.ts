import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PolicySnapshot } from '@staycover/events';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import fc from 'fast-check';
import { compose, manifest } from './compose.ts';
import { enrollmentFacts, loadEnrolled } from './db/enrolled-policies.ts';
import { allChanges } from './db/policy-changes.ts';
import { coverRules } from './domain/cover-rules.ts';
import { toRow } from './domain/enrollment.ts';
import { namedByProperty } from './domain/named-nights.ts';
import { policyOn } from './domain/policy-on.ts';
import { enrollmentRows } from './testing/book-entry.ts';
import { type Command, commands, houses } from './testing/commands.ts';
import { organization } from './testing/organization.ts';

let t: TestService;
const clock = fakeClock('2026-01-01T09:00:00Z');
const anybody = { id: 'test', organizations: '*', roles: [] } as const;
const seed = Number(process.env.HISTORY_SEED ?? 20_261_122);

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

type Organization = Awaited<ReturnType<typeof organization>>;

/** An organization with a policy for everything, two that name houses, and one that is not bound. */
const threeAndOne = async (): Promise<Organization> => {
  clock.set('2026-01-01T09:00:00Z');
  const acme = await organization(t, clock);
  const name = (propertyId: string) => ({
    scopeType: 'PROPERTY',
    scopeId: propertyId,
    action: 'INCLUDE',
    property: { propertyId, state: 'FL' },
  });
  const terms = { termStart: '2026-01-01', termEnd: '2026-06-30' };
  await acme.create([{ scopeType: 'ORGANIZATION', action: 'INCLUDE' }], { ...terms, termEnd: '2028-12-31' });
  await acme.create([name('beach')], terms);
  await acme.create([name('lake'), { scopeType: 'GROUP', scopeId: 'g', action: 'INCLUDE' }], terms);
  await acme.create([name('beach')], { termStart: '2026-02-01', termEnd: '2026-12-31', autoRenew: false });
  for (const place of [0, 1, 2]) await acme.run({ of: place, path: '/status', body: { status: 'ACTIVE' }, days: {} });
  return acme;
};

/** The rows that cover a night, as stored and as they follow from everything that is kept. */
const rows = async (id: string) => {
  const { database } = t.service.platform;
  const { policy, enrollments } = await loadEnrolled(database, anybody, id);
  const changes = await allChanges(database, id);
  const { earlier, elections, properties, named } = await enrollmentFacts(database, policy);
  const cover = coverRules(policy, [...earlier, policy], { changes, base: null });
  const others = namedByProperty(policy.boundAt ? named : [], policy.details);
  const full = enrollmentRows(properties, { ...cover, elections, named: others });
  return { stored: enrollments.map(toRow).filter((row) => !row.unenrolledDate?.equals(row.enrolledDate)), full };
};

/** What billing prices a night by: the enrollment of a property and the members in force. */
const night = ({ enrollments, inForce = [], terms }: PolicySnapshot, propertyId: string, day: string) => {
  const covers = enrollments.find(
    (row) => row.propertyId === propertyId && row.enrolledDate <= day && day < (row.unenrolledDate ?? '9999'),
  );
  if (!covers || !terms.some(({ termStart, termEnd }) => termStart <= day && day <= termEnd)) return null;
  const { ratePerNight, planId } = inForce.findLast(({ from }) => from <= day) ?? inForce[0]!;
  return { ratePerNight, planId: covers.electionPlanId ?? planId, state: covers.state };
};

const PAST = [1, 2, 3, 7, 15, 30, 60, 100, 200];
const AHEAD = [0, 1, 15, 40, 80];

/** Reads a policy: cover and price of nights before and after a day, and its states before that day. */
const see = async ({ snapshot, read }: Organization, id: string, day: Temporal.PlainDate) => {
  const [found, changes, { boundAt }] = await Promise.all([
    snapshot(id),
    allChanges(t.service.platform.database, id),
    read(id),
  ]);
  const past = PAST.map((days) => day.subtract({ days })).map((one) => ({
    day: one.toString(),
    status: policyOn(changes, one)?.status ?? null,
    nights: houses.map((house) => night(found, house, one.toString())),
  }));
  return { snapshot: found, version: found.policy.version, isBound: boundAt !== null, past };
};

type Seen = Map<string, Awaited<ReturnType<typeof see>>>;

const seeAll = async (acme: Organization, ids: readonly string[], day: Temporal.PlainDate): Promise<Seen> =>
  new Map(await Promise.all(ids.map(async (id) => [id, await see(acme, id, day)] as const)));

/** The policies of which a command may change nights that have passed. */
const mayRewrite = (acme: Organization, command: Command, before: Seen): Set<string> => {
  if (!('of' in command)) return new Set();
  const id = acme.ids[command.of % acme.ids.length]!;
  // A successor takes over on its first day, and a renewal begins on its own, whenever they come.
  if (!('path' in command)) return new Set(command.name === 'withdraw' ? [] : [id]);
  // What a policy names that is rescinded, others have never left.
  if (command.past === 'all' || (command.path === '/correction' && command.body.status)) return new Set(acme.ids);
  const isBind = command.path === '/status' && !before.get(id)!.isBound;
  const { previousPolicyId } = before.get(id)!.snapshot.policy;
  // A successor that is reinstated takes over again, and another one when it ends before its term.
  if (previousPolicyId && command.body.status) return new Set([id, previousPolicyId]);
  return new Set(command.past || isBind ? [id] : []);
};

/** Whoever knows an earlier version and asks for nights from today on learns every night that is different. */
const expectNews = async (acme: Organization, command: Command, id: string, before: PolicySnapshot) => {
  const openFrom = acme.today().toString();
  const after = await acme.snapshot(id);
  const news = await acme.snapshot(id, { sinceVersion: before.policy.version, openFrom });
  const changedFrom = news.changedFrom ?? '9999-12-31';
  for (const day of [...PAST.map((days) => acme.inDays(-days)), ...AHEAD.map(acme.inDays)]) {
    for (const house of houses) {
      const of = (known: PolicySnapshot) => ({ command, id, day, night: night(known, house, day) });
      if (day < changedFrom) expect(of(after)).toEqual(of(before));
      if (day >= changedFrom || day >= openFrom) expect(of(news)).toEqual(of(after));
    }
  }
};

const play = async (history: readonly Command[]): Promise<number> => {
  const acme = await threeAndOne();
  let accepted = 0;
  for (const command of history) {
    const known = [...acme.ids];
    const today = acme.today();
    const before = await seeAll(acme, known, today);
    const rewritten = mayRewrite(acme, command, before);
    const status = await acme.run(command);
    expect({ command, isAnswered: status < 500 }).toEqual({ command, isAnswered: true });
    if (status < 300) accepted += 1;
    const after = await seeAll(acme, known, today);
    for (const id of acme.ids) {
      const { stored, full } = await rows(id);
      expect({ command, id, rows: stored }).toEqual({ command, id, rows: full });
      const [was, is] = [before.get(id), after.get(id)];
      if (!was || !is) continue;
      await expectNews(acme, command, id, was.snapshot);
      if (was.isBound && !rewritten.has(id))
        expect({ command, id, past: is.past }).toEqual({ command, id, past: was.past });
      const { status: state, termEnd } = is.snapshot.policy;
      const isOver = termEnd < acme.inDays(-30);
      expect({ command, id, isOver: state === 'ACTIVE' && isOver }).toEqual({ command, id, isOver: false });
    }
  }
  return accepted;
};

test('whatever happens to the policies of an organization: rows follow from all that is kept, the past stays, and all ends', async () => {
  const histories = fc.array(commands(4), { minLength: 60, maxLength: 65 });
  const property = fc.asyncProperty(histories, async (history) => {
    expect(await play(history)).toBeGreaterThan(12);
  });
  await fc.assert(property, { seed, numRuns: Number(process.env['HISTORIES'] ?? 1), endOnFailure: true });
}, 600_000);
