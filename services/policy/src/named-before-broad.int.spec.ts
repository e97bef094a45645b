import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { inboundEvents, type PolicySnapshot, policyCover, policyEvents, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { printRows } from './testing/print-rows.ts';

let t: TestService;
let organizationId: string;
let broad: string;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-01-01' };
const name = (propertyId: string, election: object = {}) => ({
  scopeType: 'PROPERTY',
  scopeId: propertyId,
  action: 'INCLUDE',
  property: { propertyId, state: 'FL' },
  ...election,
});

const create = async (coverageElections: object[], changes: object = {}): Promise<string> => {
  const body = { organizationId, termStart: '2026-11-01', termEnd: '2027-10-31', ratePerNight: 4.25 };
  const { status, body: made } = await t.http.post('/api/policy', { ...body, coverageElections, ...changes });
  expect(status).toBe(201);
  return made.id;
};
const patch = (id: string, status: string, body: object = {}) =>
  t.http.patch(`/api/policy/${id}/status`, { status, ...body });
const put = (id: string, body: object) => t.http.put(`/api/policy/${id}`, body);
/** Who finds everything busy asks again. */
const patiently = async (ask: () => ReturnType<typeof patch>): ReturnType<typeof patch> => {
  const answer = await ask();
  return answer.status === 503 ? patiently(ask) : answer;
};
const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;
/** The rows of a policy that cover a night. */
const rows = async (id: string): Promise<string[]> =>
  printRows((await read(id)).enrolledProperties.filter((row) => row.enrolledDate !== row.unenrolledDate));
const goTo = async (day: string) => {
  clock.set(`${day}T00:05:00Z`);
  expect(await sweepPolicies(t.service.platform)).toMatchObject({ failed: 0 });
};
const bound = async (coverageElections: object[], changes: object = {}): Promise<string> => {
  const id = await create(coverageElections, changes);
  expect((await patch(id, 'ACTIVE')).status).toBe(200);
  return id;
};
const snapshot = (policyId: string, since: object = {}): Promise<PolicySnapshot> =>
  askService(t.service.platform.nats, policyGet, { policyId, organizationId, ...since });
const cover = async (propertyId: string, date: string) => {
  const { policies } = await askService(t.service.platform.nats, policyCover, { organizationId, propertyId, date });
  return Object.fromEntries(policies.map(({ policyId, covered, reason }) => [policyId, covered || reason]));
};

/** A broad policy has covered the beach house since 1 November; today is the 10th. */
beforeEach(async () => {
  clock.set('2026-10-28T09:00:00Z');
  organizationId = newId();
  broad = await bound([everything]);
  await create([name('beach')]);
  await goTo('2026-11-10');
});

describe('a property that another policy names', () => {
  test('and that is new is never enrolled broadly', async () => {
    const named = await bound([name('p9')]);
    expect(await rows(broad)).toEqual(['beach 2026-11-01..']);
    expect(await rows(named)).toEqual(['p9 2026-11-10..']);
    expect(await cover('p9', '2026-11-10')).toEqual({ [broad]: 'NOT_ENROLLED', [named]: true });
  });

  test('leaves the broad policy today, in one version with its event: nights 1 to 9 stay', async () => {
    const { version } = await read(broad);
    const named = await bound([name('beach', { effectiveFrom: '2026-11-01' })]);
    expect(await rows(named)).toEqual(['beach 2026-11-01..']);
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
    expect(await snapshot(broad, { sinceVersion: version })).toMatchObject({
      policy: { version: version + 1 },
      changedFrom: '2026-11-10',
    });
    await t.events.next(policyEvents.enrollmentChanged, (one) => one.policyId === broad && one.version === version + 1);
  });

  test('stays with it while it is suspended, and returns on the day on which it ends', async () => {
    const named = await bound([name('beach')]);
    await patch(named, 'SUSPENDED');
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
    await patch(named, 'CANCELLED', { effectiveDate: '2026-11-20' });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-20..']);
    expect((await t.http.delete(`/api/policy/${named}/changes/3`)).status).toBe(200);
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
  });

  test('is handed over with all nights to a broad policy that replaces that one, also when it becomes ACTIVE late', async () => {
    clock.set('2026-10-28T09:00:00Z');
    organizationId = newId();
    const named = await bound([name('beach')]);
    const other = await bound([everything]);
    await goTo('2026-11-26');
    const successor = await create([everything], { previousPolicyId: named, termStart: '2026-11-19' });
    expect((await patch(successor, 'ACTIVE')).status).toBe(200);
    expect(await rows(named)).toEqual(['beach 2026-11-01..2026-11-19']);
    expect(await rows(successor)).toEqual(['beach 2026-11-19..']);
    expect(await rows(other)).toEqual(['beach 2026-11-26..']);
  });

  test('returns when its election is not stated any more, or ends, or its states do not hold the property', async () => {
    const named = await bound([name('beach')]);
    await goTo('2026-11-12');
    await put(named, { coverageElections: [name('beach', { effectiveTo: '2026-11-30' })] });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-12-01..']);
    await put(named, { supportedStates: ['GA'] });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-12..']);
    await put(named, { supportedStates: [], coverageElections: [] });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-12..']);
  });

  test.each([
    ['another policy', () => create([])],
    ['the broad policy', async () => broad],
  ])('returns when %s states where it will be, beside what is new today', async (_which, stating) => {
    await bound([name('beach')], { supportedStates: ['FL'] });
    const id = await stating();
    const state = (property: object) => ({ scopeType: 'GROUP', scopeId: 'inland', action: 'EXCLUDE', property });
    const moved = state({ propertyId: 'beach', state: 'GA', effectiveFrom: '2026-11-20' });
    const stated = [moved, state({ propertyId: 'pine', state: 'FL' })];
    const { status, body } = await put(id, { coverageElections: id === broad ? [everything, ...stated] : stated });
    expect([status, body]).toEqual([200, await read(id)]);
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-20..', 'pine 2026-11-10..']);
  });

  test('returns when the term of the policy is over and it does not renew', async () => {
    const named = await bound([name('beach')], { termEnd: '2026-11-14', autoRenew: false });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
    await goTo('2026-11-15');
    expect((await read(named)).status).toBe('EXPIRED');
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-15..']);
  });

  test('goes back to a policy that is reinstated: nights between stay with both', async () => {
    const named = await bound([name('beach')]);
    await patch(named, 'CANCELLED');
    await goTo('2026-11-20');
    const correction = { effectiveFrom: '2026-11-10', status: 'ACTIVE', reason: 'agreed' };
    expect((await t.http.post(`/api/policy/${named}/correction`, correction)).status).toBe(200);
    expect(await rows(named)).toContain('beach 2026-11-10..');
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-20']);
  });

  test('never left when that policy is rescinded', async () => {
    const named = await bound([name('beach')], { termStart: '2026-11-10' });
    await goTo('2026-11-20');
    const correction = { effectiveFrom: '2026-11-10', status: 'CANCELLED', reason: 'not taken up' };
    expect((await t.http.post(`/api/policy/${named}/correction`, correction)).status).toBe(200);
    expect([await rows(broad), await rows(named)]).toEqual([['beach 2026-11-01..'], []]);
  });

  test('belongs to the broad policy again when a correction of it reaches beyond the day of naming', async () => {
    await bound([name('beach')]);
    await t.http.post(`/api/policy/${broad}/correction`, {
      effectiveFrom: '2026-11-03',
      reason: 'sold later',
      supportedStates: ['FL'],
    });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
  });

  test('is covered by both policies when both name it', async () => {
    await put(broad, { coverageElections: [everything, name('beach', { effectiveFrom: '2026-11-01' })] });
    const named = await bound([name('beach')]);
    expect([await rows(broad), await rows(named)]).toEqual([['beach 2026-11-01..'], ['beach 2026-11-10..']]);
  });

  test('changes hands with the product line of either policy', async () => {
    const named = await bound([name('beach')], { productLine: 'LIABILITY' });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..']);
    await put(broad, { productLine: 'LIABILITY' });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
    await put(named, { productLine: null });
    expect(await rows(broad)).toEqual(['beach 2026-11-01..']);
  });

  test('keeps its nights that passed when the product line of the broad policy changed, whatever is corrected later', async () => {
    const correct = (ratePerNight: number) =>
      t.http.post(`/api/policy/${broad}/correction`, { effectiveFrom: '2026-11-01', reason: 'agreed', ratePerNight });
    await bound([name('p9')]);
    await goTo('2026-11-15');
    await put(broad, { productLine: 'STR' });
    expect((await correct(4)).status).toBe(200);
    expect(await rows(broad)).toEqual(['beach 2026-11-01..', 'p9 2026-11-15..']);
    await goTo('2026-11-20');
    await put(broad, { productLine: null });
    const { body } = await correct(4.5);
    expect(body).not.toHaveProperty('earlierLines');
    expect(await rows(broad)).toEqual(['beach 2026-11-01..', 'p9 2026-11-15..2026-11-20']);
  });

  test('is named by an event as well', async () => {
    const named = await bound([]);
    const elections = [{ electionId: 'e-1', ...name('beach') }];
    await t.events.publish(inboundEvents.coverageElectionChanged, {
      organizationId,
      policyId: named,
      elections,
    } as never);
    await eventually('the named policy has it', async () => (await rows(named)).length === 1);
    expect(await rows(broad)).toEqual(['beach 2026-11-01..2026-11-10']);
  });
});

test('a broad successor takes what the policy before it named, and the answer shows that', async () => {
  const named = await bound([name('p9')]);
  const previous = { previousPolicyId: named, termStart: '2026-11-10' };
  const successor = await create([everything], previous);
  const { body } = await patch(successor, 'ACTIVE');
  expect(body).toEqual(await read(successor));
  expect(await rows(successor)).toContain('p9 2026-11-10..');
});

test('a policy that is bound later leaves out properties named by then', async () => {
  const second = await create([everything]);
  await bound([name('beach')]);
  expect(await rows(second)).toEqual(['beach 2026-11-01..']);
  await patch(second, 'ACTIVE');
  expect(await rows(second)).toEqual(['beach 2026-11-01..2026-11-10']);
});

test('after fifty commands at once each property is with the policies that name it, else with the broad policy', async () => {
  const houses = Array.from({ length: 10 }, (_, i) => `house-${i}`);
  const ids: string[] = [];
  for (const house of houses) ids.push(await create([name(house)]));
  const second = await bound([everything]);
  const steps = (id: string, i: number) => [
    () => patch(id, 'ACTIVE'),
    () => put(broad, { name: `Houses ${i}` }),
    () => put(broad, { coverageElections: [everything], ratePerNight: 4 + i }),
    () => patch(second, i % 2 === 0 ? 'SUSPENDED' : 'ACTIVE'),
    () => put(id, { supportedStates: i % 2 === 0 ? ['FL'] : ['GA'] }),
  ];
  const answers = await Promise.all(ids.flatMap((id, i) => steps(id, i).map(patiently)));
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40);
  await patch(second, 'ACTIVE');
  const left = houses.filter((_, i) => i % 2 === 1).map((house) => `${house} 2026-11-10..`);
  expect(await rows(broad)).toEqual(['beach 2026-11-01..', ...left]);
  expect(await rows(second)).toEqual(['beach 2026-11-01..', ...left]);
});
