import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Billing, startBilling } from './testing/billing.ts';
import { countingStatements } from './testing/statements.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

beforeEach(async () => {
  t.clock.set('2026-11-20T09:30:00Z');
  await t.sql(`update invoice set due_date = null where status in ('SENT', 'PAST_DUE')`);
});

afterAll(() => t.stop());

/** November billed in advance, 127.50 for each property, and SENT. */
const sent = async (enrollments: { propertyId: string }[] = [{ propertyId: 'p' }]) => {
  const organizationId = `org-${crypto.randomUUID()}`;
  const policyId = t.policies.add({ policy: { organizationId, status: 'ACTIVE' }, enrollments });
  await t.hearPolicy(policyId);
  const { body } = await t.generate(policyId);
  await t.move(body.id, 'SENT');
  const read = async () => (await t.http.get(`/api/invoice/${body.id}`)).body;
  const all = async () => (await t.http.get(`/api/invoice?organizationPolicyId=${policyId}`)).body;
  const notes = async () =>
    (await all()).filter(({ documentType }: { documentType: string }) => documentType === 'CREDIT_NOTE');
  return { organizationId, policyId, id: body.id as string, read, all, notes };
};

const cancelOnThe10th = async (policyId: string) => {
  t.policies.change(policyId, { policy: { status: 'CANCELLED' }, coverageEndsOn: '2026-11-10' });
  await t.hearPolicy(policyId);
};

const waits = async (policyId: string) =>
  (
    await t.sql(
      'select from billing_calendar where policy_id = $1 and greatest(version, heard_version) > derived_version',
      [policyId],
    )
  ).length > 0;

const runAt3 = async (day: string) => {
  t.clock.set(`${day}T03:00:00Z`);
  while (!(await t.service.scheduler.catchUp()));
};

describe('a cancellation', () => {
  test('credits the open invoice at once: -89.25 meets 127.50, and 38.25 is due', async () => {
    const one = await sent();
    await cancelOnThe10th(one.policyId);
    await t.dun();
    expect(await one.read()).toMatchObject({ status: 'SENT', amountCredited: 89.25, amountDue: 38.25 });
    expect(await one.notes()).toMatchObject([{ status: 'PAID', total: -89.25 }]);
  });

  test('of what was paid is held', async () => {
    const one = await sent();
    await t.move(one.id, 'PAID');
    await cancelOnThe10th(one.policyId);
    await t.dun();
    const { body } = await t.http.get(`/api/account/${one.organizationId}`);
    expect(body.balances).toMatchObject([{ due: 0, held: 89.25 }]);
  });

  test('is credited once, however many runs there are at once, and again', async () => {
    const one = await sent();
    await cancelOnThe10th(one.policyId);
    await Promise.all([t.dun(), t.credit(), t.dun(), t.credit()]);
    await t.credit();
    expect(await one.notes()).toHaveLength(1);
    expect(await one.read()).toMatchObject({ amountDue: 38.25 });
  });

  test('of which nothing was billed is looked at once', async () => {
    const policyId = t.policies.add({ policy: { status: 'CANCELLED' } });
    await t.hearPolicy(policyId);
    await t.dun();
    const before = t.policies.calls.length;
    await t.dun();
    expect([before, await t.sql('select from invoice where organization_policy_id = $1', [policyId])]).toEqual([
      t.policies.calls.length,
      [],
    ]);
  });

  test('that was billed before anything was heard of the policy is credited all the same', async () => {
    const policyId = t.policies.add({ policy: { organizationId: `org-${crypto.randomUUID()}` } });
    const { body } = await t.generate(policyId);
    await t.move(body.id, 'SENT');
    await cancelOnThe10th(policyId);
    await t.dun();
    expect((await t.http.get(`/api/invoice/${body.id}`)).body).toMatchObject({ amountDue: 38.25 });
  });
});

describe('the run at 03:00', () => {
  test('gives back what a policy in force was billed too much', async () => {
    const one = await sent();
    t.policies.change(one.policyId, { policy: { ratePerNight: 4 } });
    await t.hearPolicy(one.policyId);
    await t.dun();
    expect(await one.notes()).toEqual([]);
    await runAt3('2026-11-21');
    expect(await one.notes()).toMatchObject([{ status: 'PAID', total: -7.5 }]);
    expect(await one.read()).toMatchObject({ amountDue: 120 });
  });

  test('stores nothing where there is more to charge, and does not look again', async () => {
    const one = await sent();
    t.policies.change(one.policyId, { policy: { ratePerNight: 5 } });
    await t.hearPolicy(one.policyId);
    expect(await waits(one.policyId)).toBe(true);
    expect(await t.credit()).toMatchObject({ credited: 0, errors: 0 });
    expect([await waits(one.policyId), (await one.all()).length]).toEqual([false, 1]);
    const { body } = await t.generate(one.policyId);
    expect(body).toMatchObject({ total: 22.5 });
  });

  test.each([1, 2])(
    'gives back of %s PENDING policies what was billed, and bills no new nights of them',
    async (count) => {
      const organizationId = `org-${crypto.randomUUID()}`;
      const policies: string[] = [];
      t.clock.set('2026-11-10T09:00:00Z');
      for (let i = 0; i < count; i++) {
        const policyId = t.policies.add({
          policy: { organizationId, status: 'PENDING', termStart: '2026-09-21' },
          terms: [['2026-09-21', '2027-09-20']],
          enrollments: [{ enrolledDate: '2026-09-21' }],
        });
        policies.push(policyId);
        await t.hearPolicy(policyId);
        const { body } = await t.generate(policyId);
        expect(body.total).toBe(301.75);
        await t.move(body.id, 'SENT');
      }
      t.clock.set('2026-12-02T09:00:00Z');
      for (const policyId of policies) {
        t.policies.change(policyId, { policy: { ratePerNight: 1 } });
        await t.hearPolicy(policyId);
      }
      await t.credit();
      for (const policyId of policies) {
        const { body: invoices } = await t.http.get(`/api/invoice?organizationPolicyId=${policyId}&status=PAID`);
        expect(invoices).toMatchObject([{ total: -230.75, periodStart: '2026-11-01', periodEnd: '2026-11-30' }]);
        expect((await t.generate(policyId)).body).toMatchObject({ total: 31, periodEnd: '2026-12-31' });
      }
    },
  );

  test('leaves a draft that a person has changed, which is stale from then on', async () => {
    const one = await sent();
    t.policies.change(one.policyId, { policy: { ratePerNight: 4.5 } });
    const { body: draft } = await t.generate(one.policyId);
    const line = { description: 'Goodwill', amountPennies: -100, category: 'CREDIT' };
    await t.http.post(`/api/invoice/${draft.id}/line-items`, line);
    await cancelOnThe10th(one.policyId);
    await t.credit();
    expect((await t.http.get(`/api/invoice/${draft.id}`)).body).toMatchObject({ status: 'DRAFT', total: 6.5 });
    const refused = await t.move(draft.id, 'SENT');
    expect(refused.body).toMatchObject({ status: 409, type: expect.stringContaining('draft-stale') });
  });

  test('waits for a policy that cannot be read, which dunning leaves alone', async () => {
    const one = await sent();
    await cancelOnThe10th(one.policyId);
    t.clock.set('2026-12-21T00:00:00Z');
    let isSilent = true;
    t.policies.onPage(() => {
      if (isSilent) throw new Error('The policy service is out.');
    });
    expect(await t.dun()).toMatchObject({ pastDue: 0, errors: 1 });
    isSilent = false;
    expect(await t.dun()).toMatchObject({ pastDue: 1, errors: 0 });
    expect(await one.read()).toMatchObject({ status: 'PAST_DUE', amountDue: 38.25 });
  });
});

test('a policy that cannot be read keeps no other from its credits', async () => {
  const many = Array.from({ length: 101 }, (_, i) => ({ propertyId: `p-${i}` }));
  const all = [await sent(many), await sent(many), await sent(many)];
  for (const { policyId } of all) await cancelOnThe10th(policyId);
  let bad: string | undefined;
  t.policies.onPage(() => {
    const [asked] = t.policies.calls.slice(-1);
    bad ??= asked;
    if (asked === bad) throw new Error('The policy service has a fault.');
  });
  expect(await t.credit()).toMatchObject({ credited: 2, errors: 1 });
  t.policies.onPage(() => undefined);
  expect(await t.credit()).toMatchObject({ credited: 1, errors: 0 });
});

describe('an election that ends the cover of a property, and changes nothing else of the policy', () => {
  const end = async (policyId: string) => {
    t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-10' }] });
    await t.hearEnrollments(policyId);
  };

  test('is credited by the run at 03:00', async () => {
    const one = await sent();
    await end(one.policyId);
    await runAt3('2026-12-22');
    expect(await one.notes()).toMatchObject([{ status: 'PAID', total: -89.25 }]);
    expect(await one.read()).toMatchObject({ amountDue: 38.25 });
  });

  test('keeps dunning from asking for what it takes off', async () => {
    const one = await sent();
    await end(one.policyId);
    t.clock.set('2026-12-21T00:00:00Z');
    expect(await t.dun()).toMatchObject({ pastDue: 0 });
    await t.credit();
    expect(await t.dun()).toMatchObject({ pastDue: 1 });
    expect(await one.read()).toMatchObject({ status: 'PAST_DUE', amountDue: 38.25 });
  });

  test('makes a draft stale that has more of its nights', async () => {
    const policyId = t.policies.add({ policy: { status: 'ACTIVE' } });
    await t.hearPolicy(policyId);
    const { body: draft } = await t.generate(policyId);
    await end(policyId);
    const { body } = await t.move(draft.id, 'SENT');
    expect(body).toMatchObject({ status: 409, type: expect.stringMatching(/draft-stale$/), total: 38.25 });
  });

  test('counts also where it is heard of before the policy', async () => {
    const policyId = t.policies.add({ policy: { organizationId: `org-${crypto.randomUUID()}` } });
    const { body } = await t.generate(policyId);
    await t.move(body.id, 'SENT');
    await end(policyId);
    await t.hearPolicy(policyId);
    await t.credit();
    expect((await t.http.get(`/api/invoice/${body.id}`)).body).toMatchObject({ amountDue: 38.25 });
  });
});

describe('a draft of a person that gives back what was billed too much', () => {
  /** November is billed and SENT, the cover ends on that day, and a person generates what is given back. */
  const drafted = async (unenrolledDate: string) => {
    const one = await sent();
    t.policies.change(one.policyId, { enrollments: [{ unenrolledDate }] });
    await t.hearEnrollments(one.policyId);
    const { body } = await t.generate(one.policyId);
    return { ...one, draftId: body.id as string };
  };

  test.each([
    ['a part', '2026-11-10', -89.25, 'PAST_DUE', 38.25],
    ['all', '2026-11-01', -127.5, 'PAID', 0],
  ])('of %s is issued by the next run, and dunning waits for that', async (_what, endsOn, total, status, amountDue) => {
    const one = await drafted(endsOn);
    t.clock.set('2026-12-21T00:00:00Z');
    await t.dun();
    expect(await one.read()).toMatchObject({ status: 'SENT', amountDue: 127.5 });
    await t.credit();
    await t.dun();
    expect(await one.notes()).toMatchObject([{ id: one.draftId, status: 'PAID', total }]);
    expect(await one.read()).toMatchObject({ status, amountDue });
    expect(await waits(one.policyId)).toBe(false);
  });

  test('keeps the policy waiting also where it was void, and is generated again', async () => {
    const one = await drafted('2026-11-10');
    await t.move(one.draftId, 'VOID');
    await t.generate(one.policyId);
    expect(await waits(one.policyId)).toBe(true);
    await t.credit();
    expect(await one.read()).toMatchObject({ amountDue: 38.25 });
  });

  test('of a policy that has ended is issued soon, once', async () => {
    const one = await sent();
    await cancelOnThe10th(one.policyId);
    const { body: draft } = await t.generate(one.policyId);
    await t.dun();
    expect(await one.notes()).toMatchObject([{ id: draft.id, status: 'PAID', total: -89.25 }]);
    expect(await waits(one.policyId)).toBe(false);
    expect(await t.dun()).toMatchObject({ errors: 0 });
    expect(await one.notes()).toHaveLength(1);
  });

  test('stays a draft where it has a line of a person, and is looked at once', async () => {
    const one = await drafted('2026-11-10');
    const line = { description: 'Goodwill', amountPennies: -100, category: 'CREDIT' };
    await t.http.post(`/api/invoice/${one.draftId}/line-items`, line);
    await t.credit();
    expect(await one.notes()).toMatchObject([{ status: 'DRAFT', total: -90.25 }]);
    await t.generate(one.policyId);
    expect(await waits(one.policyId)).toBe(false);
  });
});

test('a run looks at no policy and no account of which nothing is new', async () => {
  for (let i = 0; i < 3; i++) await sent();
  const organizationId = `org-${crypto.randomUUID()}`;
  await t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies: 100 });
  await t.dun();
  const calls = t.policies.calls.length;
  const { statements } = await countingStatements(t.service.platform.database, () => t.dun());
  expect([t.policies.calls.length, statements]).toEqual([calls, 0]);
});

test('many are credited, settled and past due with few statements each, in runs that operators see', async () => {
  const { database } = t.service.platform;
  const all = [];
  for (let i = 0; i < 30; i++) all.push(await sent());
  const cancelled = all.slice(0, 10);
  await t.credit();
  for (const { policyId } of cancelled) await cancelOnThe10th(policyId);
  const credits = await countingStatements(database, () => t.credit());
  t.clock.set('2026-12-21T00:00:00Z');
  const late = await countingStatements(database, () => t.dun());

  for (const one of cancelled) expect(await one.read()).toMatchObject({ status: 'PAST_DUE', amountDue: 38.25 });
  for (const one of all.slice(10)) expect(await one.read()).toMatchObject({ status: 'PAST_DUE', amountDue: 127.5 });
  expect(credits.statements / 10).toBeLessThan(20);
  expect(late.statements / 30).toBeLessThan(1.5);
  const runs = (await (await fetch(`${t.service.url}/runs`)).json()) as { work: string; items: number; done: number }[];
  const shown = Object.fromEntries(runs.toReversed().map(({ work, items, done }) => [work, [items, done]]));
  expect(shown).toMatchObject({ credits: [10, 10], settlement: expect.anything(), dunning: [30, 30] });
});
