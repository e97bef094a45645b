import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Policy, PrintedDocument } from '@staycover/api';
import { type DataOf, policyEvents, policyGet, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');
const organizationId = 'acme';

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

const activePolicy = async (changes: Record<string, unknown> = {}): Promise<Policy> => {
  const term = { termStart: '2026-11-01', termEnd: '2026-11-30' };
  const body = { organizationId, ratePerNight: 4.25, ...term, enrolledProperties: [{ propertyId: 'p1' }], ...changes };
  const { id } = (await t.http.post('/api/policy', body)).body as Policy;
  return (await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).body as Policy;
};

type Requested = DataOf<typeof renewalEvents.renewalRequested>;

const makeRequest = ({ id, termEnd }: Policy, renewalId: string, changes: Partial<Requested> = {}): Requested => {
  const { data } = renewalEvents.renewalRequested.example as { data: Requested };
  const renewal = {
    ...data.renewal,
    id: renewalId,
    organizationId,
    organizationPolicyId: id,
    previousTermEnd: termEnd,
    rateAdjustment: { reason: 'MANUAL', percentageChange: 5.88, absoluteChange: 0.25 } as const,
  };
  const newTerm = { expectedTermEnd: termEnd, newTermStart: '2026-12-01', newTermEnd: '2027-11-30', newRate: 4.5 };
  return { ...data, organizationId, renewalId, policyId: id, renewal, ...newTerm, ...changes };
};

describe('a renewal', () => {
  test('is a new term of the same policy, and is idempotent', async () => {
    const policy = await activePolicy();
    const renewalId = newId();
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, renewalId));
    const { data, subject } = await t.events.next(policyEvents.termRenewed, (event) => event.renewalId === renewalId);

    expect(subject).toBe(policy.id);
    expect(data).toMatchObject({
      version: 3,
      previousTermEnd: '2026-11-30',
      policy: {
        termStart: '2026-12-01',
        termEnd: '2027-11-30',
        ratePerNight: 4.5,
        renewalCount: 1,
        currentRenewalId: renewalId,
      },
    });
    const renewed = await read(policy.id);
    expect(renewed).toMatchObject({ version: 3, status: 'ACTIVE' });
    expect(renewed.enrolledProperties).toMatchObject([
      { enrolledDate: '2026-11-20', unenrolledDate: null, computedRatePerNight: 4.25 },
    ]);

    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, renewalId));
    const answers = await eventually('the second answer', () => {
      const of = t.events.of(policyEvents.termRenewed).filter((event) => event.data.renewalId === renewalId);
      return of.length === 2 && of;
    });
    expect(answers[1]!.data).toEqual(answers[0]!.data);
    expect((await read(policy.id)).version).toBe(3);

    const snapshot = await askService(t.service.platform.nats, policyGet, { policyId: policy.id, organizationId });
    expect(snapshot.terms).toEqual([
      { termStart: '2026-11-01', termEnd: '2026-11-30', ratePerNight: 4.25, lossFundRatePerNight: null },
      { termStart: '2026-12-01', termEnd: '2027-11-30', ratePerNight: 4.5, lossFundRatePerNight: null },
    ]);
  });

  test('brings a new rate into force with its first day', async () => {
    const policy = await activePolicy();
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, newId()));
    await eventually('the renewal', async () => (await read(policy.id)).renewalCount === 1);
    clock.set('2026-12-01T00:00:30Z');
    await sweepPolicies(t.service.platform);
    clock.set('2026-11-20T09:30:00Z');
    expect((await read(policy.id)).enrolledProperties).toMatchObject([{ active: true, computedRatePerNight: 4.5 }]);
  });

  test('leaves a change of the term before to its day', async () => {
    const policy = await activePolicy();
    await t.http.put(`/api/policy/${policy.id}`, { ratePerNight: 5, effectiveFrom: '2026-11-25' });
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, newId()));
    await eventually('the renewal', async () => (await read(policy.id)).renewalCount === 1);
    const rate = async () => (await read(policy.id)).enrolledProperties[0]!.computedRatePerNight;
    expect(await rate()).toBe(4.25);
    clock.set('2026-11-25T00:05:00Z');
    await sweepPolicies(t.service.platform);
    clock.set('2026-11-20T09:30:00Z');
    expect(await rate()).toBe(5);
  });

  test('keeps a rate that was changed since, unless it brings another', async () => {
    const policy = await activePolicy();
    await t.http.put(`/api/policy/${policy.id}`, { ratePerNight: 5.25 });
    const request = makeRequest(policy, newId(), { newRate: 4.25 });
    const unchanged = { reason: 'UNCHANGED', percentageChange: 0, absoluteChange: 0 } as const;
    await t.events.publish(renewalEvents.renewalRequested, {
      ...request,
      renewal: { ...request.renewal, newRate: 4.25, rateAdjustment: unchanged },
    });
    await eventually('the renewal', async () => (await read(policy.id)).renewalCount === 1);
    expect(await read(policy.id)).toMatchObject({ ratePerNight: 5.25 });
  });

  test('is rejected with the reason, the policy left as it is', async () => {
    const policy = await activePolicy();
    const renewalId = newId();
    const request = makeRequest(policy, renewalId, { expectedTermEnd: '2026-12-31' });
    for (const times of [1, 2]) {
      await t.events.publish(renewalEvents.renewalRequested, request);
      const answers = await eventually(`answer ${times}`, () => {
        const of = t.events.of(policyEvents.renewalRejected).filter(({ data }) => data.renewalId === renewalId);
        return of.length === times && of;
      });
      expect(answers.at(-1)!.data).toMatchObject({
        policyId: policy.id,
        version: 2,
        reason: 'The term ends on 2026-11-30, not on 2026-12-31.',
      });
    }
    expect(await read(policy.id)).toEqual(policy);
  });

  test('is rejected when its rate would make the policy too large for its events', async () => {
    const row = (i: number) => ({
      planId: `${i} ${'x'.repeat(240)}`,
      version: 1,
      effectiveFrom: '2026-11-01',
      ratePerNight: 4,
    });
    const rateTableVersions = Array.from({ length: 400 }, (_, i) => row(i));
    const policy = await activePolicy({ rateTableVersions });
    const renewalId = newId();
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, renewalId));
    const { data } = await t.events.next(policyEvents.renewalRejected, (event) => event.renewalId === renewalId);
    expect(data.reason).toBe('From 2026-12-01 on the policy would be of more than 254 KiB, too large for its events.');
    const { version, currentRenewalId, lastModifiedBy, ...rejected } = await read(policy.id);
    expect(policy).toMatchObject(rejected);
    expect({ version, currentRenewalId }).toEqual({ version: policy.version + 1, currentRenewalId: renewalId });
    expect(lastModifiedBy).toBe('system:renewal');
  });

  test('given a property that goes on in the new term, then a certificate of the old one covers no night beyond it', async () => {
    const election = { electionId: 'p1', scopeType: 'PROPERTY', scopeId: 'p1', action: 'INCLUDE' };
    const coverageElections = [{ ...election, property: { propertyId: 'p1' }, effectiveTo: '2026-12-15' }];
    const policy = await activePolicy({ coverageElections, enrolledProperties: undefined });
    const renewalId = newId();
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, renewalId));
    await t.events.next(policyEvents.termRenewed, (event) => event.renewalId === renewalId);
    const lastNights = async (day: string) => {
      const { body } = await t.http.get(`/api/policy/${policy.id}/certificate?asOf=${day}`);
      const { tables } = body as PrintedDocument;
      return tables.flatMap(({ groups }) => groups.flatMap(({ lines }) => lines.map((line) => line.at(-1))));
    };
    expect(await lastNights('2026-11-25')).toEqual(['November 30, 2026']);
    expect(await lastNights('2026-12-05')).toEqual(['December 15, 2026']);
  });

  test('that was rejected is decided anew when it is requested again, and then once', async () => {
    const policy = await activePolicy({ lossFundRatePerNight: 3 });
    const renewalId = newId();
    const request = (newRate: number) =>
      t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, renewalId, { newRate }));
    const isOfRenewal = ({ data }: { data: { renewalId: string } }) => data.renewalId === renewalId;
    const rejections = () => t.events.of(policyEvents.renewalRejected).filter(isOfRenewal);
    const renewals = () => t.events.of(policyEvents.termRenewed).filter(isOfRenewal);

    await request(2);
    await eventually('it is rejected', () => rejections().length === 1);
    expect(rejections()[0]!.data.reason).toBe('The loss-fund rate would be above the new rate.');
    await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'CANCELLED', effectiveDate: '2026-11-25' });
    await request(4.5);
    await eventually('it is rejected for another reason', () => rejections().length === 2);
    expect(rejections()[1]!.data).toMatchObject({
      reason: 'The policy will be CANCELLED.',
      changesAhead: [{ kind: 'CANCEL', effectiveFrom: '2026-11-25' }],
    });
    await t.http.delete(`/api/policy/${policy.id}/changes/2`);
    await request(4.5);
    await eventually('it is renewed', () => renewals().length === 1);
    expect(await read(policy.id)).toMatchObject({ termEnd: '2027-11-30', ratePerNight: 4.5, renewalCount: 1 });
    await request(4.5);
    await eventually('the answer is given again', () => renewals().length === 2);
    expect(renewals()[1]!.data).toEqual(renewals()[0]!.data);
    expect(await read(policy.id)).toMatchObject({ renewalCount: 1 });
  });

  test.each([
    ['today', undefined, '2026-11-20'],
    ['from a day of the later term', '2026-12-10', '2026-12-10'],
  ])('that came early is cut by a cancellation %s', async (_when, effectiveDate, end) => {
    const policy = await activePolicy({ enrolledProperties: [{ propertyId: 'p1', enrolledDate: '2026-11-01' }] });
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, newId()));
    await eventually('the renewal', async () => (await read(policy.id)).renewalCount === 1);
    const { body } = await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'CANCELLED', effectiveDate });
    expect(body).toMatchObject({
      cancellation: { effectiveDate: end },
      enrolledProperties: [{ enrolledDate: '2026-11-01', unenrolledDate: end }],
    });
    const snapshot = await askService(t.service.platform.nats, policyGet, { policyId: policy.id, organizationId });
    const lastNight = Temporal.PlainDate.from(end).subtract({ days: 1 }).toString();
    expect(snapshot.terms.at(-1)).toMatchObject({ termEnd: lastNight });
    expect(snapshot.enrollments).toMatchObject([{ unenrolledDate: end }]);
  });

  test('is rejected for a policy that a person has let expire since it was requested', async () => {
    const policy = await activePolicy();
    await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'EXPIRED' });
    const renewalId = newId();
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, renewalId));
    const { data } = await t.events.next(policyEvents.renewalRejected, (event) => event.renewalId === renewalId);
    expect(data.reason).toBe('The policy is EXPIRED.');
    expect((await read(policy.id)).status).toBe('EXPIRED');
  });

  test('revives a policy that has expired with its term', async () => {
    const policy = await activePolicy();
    clock.set('2026-12-01T09:30:00Z');
    await t.http.patch(`/api/policy/${policy.id}/status`, { status: 'EXPIRED' });
    const expired = await read(policy.id);
    expect(expired.enrolledProperties).toMatchObject([{ enrolledDate: '2026-11-20', unenrolledDate: '2026-12-01' }]);

    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, newId()));
    const moved = await t.events.next(
      policyEvents.policyStatusChanged,
      (data) => data.policyId === policy.id && data.previousStatus === 'EXPIRED',
    );
    clock.set('2026-11-20T09:30:00Z');
    expect(moved.data.policy.status).toBe('ACTIVE');
    const rows = (await read(policy.id)).enrolledProperties.map((row) => `${row.enrolledDate}..${row.unenrolledDate}`);
    expect(rows).toEqual(['2026-11-20..null']);
    const { body } = await t.http.get(`/api/policy/${policy.id}/changes`);
    expect(body).toMatchObject([{}, { kind: 'EXPIRE', withdrawnBy: 'system:renewal' }, { kind: 'RENEW' }]);
  });
});

describe('the current renewal', () => {
  type Data = DataOf<typeof renewalEvents.renewalScheduled>;
  const eventData = ({ id, termEnd }: Policy, renewalId: string, version: number): Data => {
    const { data } = renewalEvents.renewalScheduled.example as { data: Data };
    const of = { id: renewalId, organizationId, organizationPolicyId: id, previousTermEnd: termEnd, version };
    return { ...data, organizationId, renewalId, policyId: id, version, renewal: { ...data.renewal, ...of } };
  };
  const schedules = (policy: Policy, renewalId: string, version = 1) =>
    t.events.publish(renewalEvents.renewalScheduled, eventData(policy, renewalId, version));
  const cancels = (policy: Policy, renewalId: string, version = 2, withPolicy = false) =>
    t.events.publish(renewalEvents.renewalCancelled, { ...eventData(policy, renewalId, version), withPolicy });
  const shows = (policy: Policy, renewalId: string | null) =>
    eventually('the current renewal', async () => (await read(policy.id)).currentRenewalId === renewalId);

  /** A term that ends in 20 days. */
  const endingSoon = () => activePolicy({ termEnd: '2026-12-10' });

  test('is the open one of the coming term, and none once that is cancelled', async () => {
    const policy = await endingSoon();
    const renewalId = newId();
    await schedules(policy, renewalId);
    const changed = await t.events.next(policyEvents.policyChanged, (data) => data.policyId === policy.id);
    expect(changed.data.policy).toMatchObject({ currentRenewalId: renewalId, version: 3 });
    await shows(policy, renewalId);
    await cancels(policy, renewalId);
    await shows(policy, null);
  });

  test('is that of the newest version of its record, in whatever order these come', async () => {
    const policy = await endingSoon();
    const [cancelled, open] = [newId(), newId()];
    const known = () => t.sql('select version, is_open from followed_renewal where renewal_id = $1', [cancelled]);
    await cancels(policy, cancelled, 3);
    await eventually('the cancellation is known', async () => (await known()).length > 0);
    const ids = [await schedules(policy, cancelled, 1), await schedules(policy, cancelled, 2)];
    const processed = () => t.sql('select 1 from inbox where event_key = any($1)', [ids]);
    await eventually('the older versions are processed', async () => (await processed()).length === 2);
    expect(await known()).toEqual([{ version: 3, is_open: false }]);
    expect(await read(policy.id)).toMatchObject({ currentRenewalId: null, version: policy.version });
    await schedules(policy, open);
    await shows(policy, open);
  });

  describe('that is requested as soon as it is scheduled', () => {
    const requestsAtOnce = async (policy: Policy, changes: Partial<Requested> = {}) => {
      const renewalId = newId();
      const request = makeRequest(policy, renewalId, { version: 3, noticeDue: 7, ...changes });
      const scheduled = eventData(policy, renewalId, 1);
      const notice = {
        notice: 7,
        daysBeforeTermEnd: 0,
        termEnd: policy.termEnd,
        dueAt: '2026-11-20T02:00:03.120Z',
      } as const;
      const ids = [
        await t.events.publish(renewalEvents.renewalScheduled, { ...scheduled, withRequest: true }),
        await t.events.publish(renewalEvents.renewalNoticeDue, {
          ...scheduled,
          ...notice,
          version: 2,
          withRequest: true,
        }),
        await t.events.publish(renewalEvents.renewalRequested, request),
      ];
      await areProcessed(ids);
      return { renewalId, requestedAt: request.renewal.lastModifiedDate };
    };
    const areProcessed = (ids: string[]) =>
      eventually('all are processed', async () => {
        const processed = await t.sql('select 1 from inbox where event_key = any($1)', [ids]);
        return processed.length === ids.length;
      });

    test.each<[string, Partial<Requested>, (requestedAt: string) => Partial<Policy>]>([
      ['changes the policy once', {}, () => ({ renewalCount: 1, renewalNotice7SentAt: null })],
      [
        'is shown with its notice when the term is refused',
        { newTermStart: '2026-12-02' },
        (requestedAt) => ({ renewalCount: 0, renewalNotice7SentAt: requestedAt }),
      ],
    ])('%s', async (_name, changes, shown) => {
      const policy = await activePolicy();
      const { renewalId, requestedAt } = await requestsAtOnce(policy, changes);
      const common = { version: policy.version + 1, currentRenewalId: renewalId };
      expect(await read(policy.id)).toMatchObject({ ...common, ...shown(requestedAt) });
    });

    test('brings its notice also after its request was repeated', async () => {
      const policy = await activePolicy();
      const request = makeRequest(policy, newId(), { newTermStart: '2026-12-02' });
      for (const given of [{ version: 4 }, { version: 3, noticeDue: 7 } as const])
        await areProcessed([await t.events.publish(renewalEvents.renewalRequested, { ...request, ...given })]);
      expect(await read(policy.id)).toMatchObject({ renewalNotice7SentAt: request.renewal.lastModifiedDate });
    });
  });

  test('is the one that made this term while none is open for the next', async () => {
    const policy = await activePolicy();
    const made = newId();
    await schedules(policy, made);
    await t.events.publish(renewalEvents.renewalRequested, makeRequest(policy, made, { newTermEnd: '2026-12-31' }));
    const renewed = await eventually('the renewal', async () => {
      const now = await read(policy.id);
      return now.renewalCount === 1 && now;
    });
    expect(renewed.currentRenewalId).toBe(made);
    const coming = newId();
    await schedules(renewed, coming);
    await shows(policy, coming);
    await cancels(renewed, coming);
    await shows(policy, made);
  });

  test('that is declined ends the policy with its term, unless it is taken up again', async () => {
    const [declined, reopened] = [await endingSoon(), await endingSoon()];
    const ids = [newId(), newId()] as const;
    for (const [i, policy] of [declined, reopened].entries()) {
      await schedules(policy, ids[i]!);
      await cancels(policy, ids[i]!);
    }
    await schedules(reopened, ids[1], 3);
    await shows(declined, null);
    await shows(reopened, ids[1]);
    clock.set('2026-12-11T00:05:00Z');
    await sweepPolicies(t.service.platform);
    clock.set('2026-11-20T09:30:00Z');
    expect([(await read(declined.id)).status, (await read(reopened.id)).status]).toEqual(['EXPIRED', 'ACTIVE']);
  });

  test('that was cancelled only with the policy does not end it, which is to renew after all', async () => {
    const policy = await endingSoon();
    const renewalId = newId();
    const renews = (autoRenew: boolean) => t.http.put(`/api/policy/${policy.id}`, { autoRenew });
    await renews(false);
    await schedules(policy, renewalId);
    await cancels(policy, renewalId, 2, true);
    const known = () => t.sql('select from followed_renewal where renewal_id = $1 and with_policy', [renewalId]);
    await eventually('the cancellation is known', async () => (await known()).length > 0);
    await renews(true);
    clock.set('2026-12-11T00:05:00Z');
    await sweepPolicies(t.service.platform);
    clock.set('2026-11-20T09:30:00Z');
    expect((await read(policy.id)).status).toBe('ACTIVE');
  });

  test('that was cancelled since is not made by a request that comes late', async () => {
    const policy = await activePolicy();
    const renewalId = newId();
    await schedules(policy, renewalId);
    await cancels(policy, renewalId, 4);
    const known = () => t.sql('select from followed_renewal where renewal_id = $1 and not is_open', [renewalId]);
    await eventually('the cancellation is known', async () => (await known()).length > 0);
    const late = await t.events.publish(
      renewalEvents.renewalRequested,
      makeRequest(policy, renewalId, { version: 3, newTermEnd: '2026-12-31' }),
    );
    await eventually(
      'it is handled',
      async () => (await t.sql('select 1 from inbox where event_key = $1', [late])).length > 0,
    );
    expect(await read(policy.id)).toMatchObject({ termEnd: '2026-11-30', renewalCount: 0 });
    await schedules(policy, renewalId, 5);
    await t.events.publish(
      renewalEvents.renewalRequested,
      makeRequest(policy, renewalId, { version: 6, newTermEnd: '2026-12-31' }),
    );
    await eventually('the renewal', async () => (await read(policy.id)).renewalCount === 1);
  });

  test('is none of another term', async () => {
    const policy = await endingSoon();
    const renewalId = newId();
    await schedules(policy, renewalId);
    await shows(policy, renewalId);
    const put = (termEnd: string) => t.http.put(`/api/policy/${policy.id}`, { termEnd });
    expect((await put('2026-12-20')).body.currentRenewalId).toBeNull();
    expect((await put('2026-12-10')).body.currentRenewalId).toBe(renewalId);
  });
});

describe('events of the renewal service', () => {
  test('stamps notices and the flag for review, until the term ends on another day', async () => {
    const policy = await activePolicy();
    const { renewal, ...event } = makeRequest(policy, newId());
    const common = { organizationId, version: event.version, renewalId: event.renewalId, policyId: policy.id, renewal };
    const [dueAt, flaggedAt] = ['2026-11-20T02:00:03.120Z', '2026-11-20T02:00:04.000Z'];
    await t.events.publish(renewalEvents.renewalNoticeDue, {
      ...common,
      notice: 30,
      daysBeforeTermEnd: 10,
      termEnd: policy.termEnd,
      dueAt,
    });
    await t.events.publish(renewalEvents.renewalManualReview, { ...common, reasons: ['The rate moves.'], flaggedAt });
    const stamped = await eventually('both stamps', async () => {
      const now = await read(policy.id);
      return now.version === policy.version + 2 && now;
    });
    expect(stamped).toMatchObject({ renewalNotice30SentAt: dueAt, renewalManualReviewFlaggedAt: flaggedAt });
    const { body: extended } = await t.http.put(`/api/policy/${policy.id}`, { termEnd: '2027-11-30' });
    expect(extended).toMatchObject({ renewalNotice30SentAt: null, renewalManualReviewFlaggedAt: null });
  });
});

describe('the sweep', () => {
  const sweepOn = async (day: string) => {
    clock.set(`${day}T00:00:30Z`);
    const swept = await sweepPolicies(t.service.platform);
    clock.set('2026-11-20T09:30:00Z');
    return swept;
  };

  test('begins and ends enrollments and brings dated rates into force, once', async () => {
    const policy = await activePolicy({
      organizationId: 'swept',
      termEnd: '2027-10-31',
      enrolledProperties: [{ propertyId: 'p1', enrolledDate: '2026-12-01', unenrolledDate: '2026-12-03' }],
      rateTableVersions: [{ version: 1, effectiveFrom: '2026-12-02', ratePerNight: 5 }],
    });
    const row = async () => (await read(policy.id)).enrolledProperties[0];
    expect(await row()).toMatchObject({ active: false, computedRatePerNight: 4.25 });
    await sweepOn('2026-12-01');
    expect(await row()).toMatchObject({ active: true, computedRatePerNight: 4.25 });
    await sweepOn('2026-12-02');
    expect(await row()).toMatchObject({ active: true, computedRatePerNight: 5 });
    await sweepOn('2026-12-03');
    expect(await row()).toMatchObject({ active: false });
    await sweepOn('2026-12-03');
    expect((await read(policy.id)).version).toBe(5);
    const { data } = await t.events.next(
      policyEvents.enrollmentChanged,
      (event) => event.policyId === policy.id && event.version === 5,
    );
    expect(data.changes).toMatchObject([{ propertyId: 'p1', active: false }]);
  });

  test('expires a policy that is not to renew when its term is over, and leaves one that is', async () => {
    const [ending, renewing] = [await activePolicy({ autoRenew: false }), await activePolicy()];
    await sweepOn('2026-12-01');
    expect(await read(ending.id)).toMatchObject({
      status: 'EXPIRED',
      lastModifiedBy: 'system:policy',
      enrolledProperties: [{ unenrolledDate: '2026-12-01', active: false }],
    });
    expect(await read(renewing.id)).toMatchObject({
      status: 'ACTIVE',
      enrolledProperties: [{ unenrolledDate: null, active: false }],
    });
  });
});
