import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { type PolicySnapshot, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { callRpc } from '@staycover/messaging';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import fc from 'fast-check';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { enrollmentFacts, loadEnrolled } from './db/enrolled-policies.ts';
import { allChanges } from './db/policy-changes.ts';
import { coverRules } from './domain/cover-input.ts';
import { rowOf } from './domain/enrollment.ts';
import { enrollmentRows } from './domain/enrollment-rows.ts';

let t: TestService;
const clock = fakeClock('2026-01-01T09:00:00Z');
const anybody = { id: 'test', organizations: '*', roles: [] } as const;

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

type Ask = { path: string; method: 'put' | 'patch' | 'post'; body: object } | { days: number };

const today = () => Temporal.PlainDate.from(clock().toString().slice(0, 10));
const inDays = (days: number) => today().add({ days }).toString();

const properties = ['beach', 'lake', 'pine'];
const members = fc.oneof(
  fc.record({ ratePerNight: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ supportedStates: fc.subarray(['FL', 'GA']) }),
  fc.record({ eligibilityOverrides: fc.dictionary(fc.constantFrom(...properties), fc.constantFrom('ALLOW', 'DENY')) }),
  fc.record({ planId: fc.constantFrom('gold', null) }),
);
const scope = fc.constantFrom(
  { scopeType: 'ORGANIZATION' },
  { scopeType: 'GROUP', scopeId: 'g' },
  ...properties.map((scopeId) => ({ scopeType: 'PROPERTY', scopeId })),
);
const election = fc
  .tuple(scope, fc.constantFrom('INCLUDE', 'INCLUDE', 'EXCLUDE'), fc.option(fc.integer({ min: -60, max: 60 })))
  .map(([of, action, days]) => ({ ...of, action, days }));
const facts = fc.record({ state: fc.constantFrom('FL', 'GA', 'TX'), groupIds: fc.subarray(['g']) });
const ahead = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
const ago = fc.integer({ min: 0, max: 90 });
// Not CANCELLED: nothing would happen behind it.
const status = fc.constantFrom('ACTIVE', 'ACTIVE', 'SUSPENDED');

/** Commands whose days count from the day on which they are given. */
const command: fc.Arbitrary<() => Ask> = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map((days) => () => ({ days })),
  fc.tuple(members, ahead).map(([given, days]) => () => {
    const effectiveFrom = days === undefined ? {} : { effectiveFrom: inDays(days) };
    return { path: '', method: 'put' as const, body: { ...given, ...effectiveFrom } };
  }),
  fc.array(election, { minLength: 1, maxLength: 3 }).map((given) => () => {
    const coverageElections = given.map(({ days, ...one }) => ({
      ...one,
      ...(days === null ? {} : { effectiveFrom: inDays(days) }),
    }));
    return { path: '', method: 'put' as const, body: { coverageElections } };
  }),
  fc.tuple(fc.constantFrom(...properties), facts, ahead).map(([propertyId, known, days]) => () => {
    const effectiveFrom = days === undefined ? {} : { effectiveFrom: inDays(days) };
    const property = { propertyId, ...known, ...effectiveFrom };
    const named = { scopeType: 'PROPERTY', scopeId: propertyId, action: 'INCLUDE', property };
    return {
      path: '',
      method: 'put' as const,
      body: { coverageElections: [named, { scopeType: 'ORGANIZATION', action: 'INCLUDE' }] },
    };
  }),
  fc.tuple(status, ahead).map(([to, days]) => () => {
    const effectiveDate = days === undefined ? {} : { effectiveDate: inDays(days) };
    return { path: '/status', method: 'patch' as const, body: { status: to, ...effectiveDate } };
  }),
  fc
    .tuple(members, ago, fc.option(fc.constantFrom('ACTIVE', 'SUSPENDED'), { nil: undefined }))
    .map(([given, days, to]) => () => {
      const body = { ...given, effectiveFrom: inDays(-days), reason: 'wrong', status: to };
      return { path: '/correction', method: 'post' as const, body };
    }),
);

/** Carries a command out; false when it was refused, which is part of the story. */
const run = async (id: string, ask: Ask): Promise<boolean> => {
  if ('days' in ask) {
    clock.set(`${inDays(ask.days)}T09:00:00Z`);
    expect(await sweepPolicies(t.service.platform)).toMatchObject({ failed: 0 });
    return true;
  }
  const answer = await t.http[ask.method](`/api/policy/${id}${ask.path}`, ask.body);
  expect({ ...ask, isAnswered: answer.status < 500 }).toEqual({ ...ask, isAnswered: true });
  return answer.status < 300;
};

/** The rows that cover a night, as stored and as they follow from everything that is kept. */
const rows = async (id: string) => {
  const { database } = t.service.platform;
  const { policy, enrollments } = await loadEnrolled(database, anybody, id);
  const changes = await allChanges(database, id);
  const { earlier, elections, properties: known } = await enrollmentFacts(database, policy);
  const cover = coverRules({ policy, changes, terms: [...earlier, policy] });
  const full = enrollmentRows({ ...cover, elections, properties: known, named: new Map() });
  const stored = enrollments.map(rowOf).filter((row) => !row.unenrolledDate?.equals(row.enrolledDate));
  return { stored, full };
};

const snapshot = (policyId: string, since: object = {}): Promise<PolicySnapshot> =>
  callRpc(t.service.platform.nats, policyGet, { policyId, organizationId: null, ...since });

/** What billing prices a night by: the enrollment of a property and the members in force. */
const night = ({ enrollments, inForce = [], terms }: PolicySnapshot, propertyId: string, day: string) => {
  const covers = enrollments.find(
    (row) => row.propertyId === propertyId && row.enrolledDate <= day && day < (row.unenrolledDate ?? '9999'),
  );
  if (!covers || day > terms.at(-1)!.termEnd) return null;
  const { from: _from, ...dated } = inForce.findLast(({ from }) => from <= day) ?? inForce[0]!;
  const { ratePerNight, planId } = dated;
  return { ratePerNight, planId: covers.electionPlanId ?? planId, state: covers.state };
};

test('rows derived from a day on equal those of everything, and whoever asks from there on learns all that changed', async () => {
  const history = fc.array(command, { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(history, async (commands) => {
      clock.set('2026-01-01T09:00:00Z');
      const named = {
        scopeType: 'PROPERTY',
        scopeId: 'beach',
        action: 'INCLUDE',
        property: { propertyId: 'beach', state: 'FL' },
      };
      const terms = { organizationId: newId(), termStart: '2026-01-01', termEnd: '2028-12-31', ratePerNight: 4 };
      const { id } = (await t.http.post('/api/policy', { ...terms, coverageElections: [named] })).body as Policy;
      await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
      let accepted = 0;
      for (const make of commands) {
        const ask = make();
        const before = await snapshot(id);
        if (await run(id, ask)) accepted += 1;
        const { stored, full } = await rows(id);
        expect({ ask, rows: stored }).toEqual({ ask, rows: full });
        const after = await snapshot(id);
        const openFrom = today().toString();
        const news = await snapshot(id, { sinceVersion: before.policy.version, openFrom });
        const changedFrom = news.changedFrom ?? '9999-12-31';
        for (const days of [-400, -90, -60, -30, -10, -1, 0, 1, 15, 40, 80]) {
          const day = inDays(days);
          for (const one of properties) {
            if (day < changedFrom)
              expect({ ask, day, night: night(after, one, day) }).toEqual({ ask, day, night: night(before, one, day) });
            if (day >= changedFrom || day >= openFrom)
              expect({ ask, day, night: night(news, one, day) }).toEqual({ ask, day, night: night(after, one, day) });
          }
        }
      }
      expect(accepted).toBeGreaterThan(25);
    }),
    { seed: 20_261_122, numRuns: 2, endOnFailure: true },
  );
}, 240_000);
