import type { Policy } from '@staycover/api';
import { type DataOf, policyGet, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, eventually, type fakeClock, type TestService } from '@staycover/testing';

import { sweepPolicies } from '../compose.ts';
import type { Asked, Command } from './commands.ts';

type Clock = ReturnType<typeof fakeClock>;
type Requested = DataOf<typeof renewalEvents.renewalRequested>;
type Cancelled = DataOf<typeof renewalEvents.renewalCancelled>;

/** After how long without a decision the renewal of a term counts as declined. */
const UNDECIDED_DAYS = 30;

/**
 * An organization with policies that get commands over HTTP and by events while days pass: the first policy takes every
 * property, the others name houses.
 */
export const organization = async (t: TestService, clock: Clock) => {
  const organizationId = newId();
  const ids: string[] = [];
  const today = () => Temporal.PlainDate.from(clock().toString().slice(0, 10));
  const inDays = (days: number) => today().add({ days }).toString();
  const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

  const create = async (coverageElections: object[], terms: object): Promise<string> => {
    const body = { organizationId, ratePerNight: 4, coverageElections, ...terms };
    const made = await t.http.post('/api/policy', body);
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    ids.push(made.body.id);
    return made.body.id;
  };

  /** Advances day by day, as the schedules run: renewals that are not done in time are declined. */
  const wait = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day++) {
      clock.set(`${inDays(1)}T09:00:00Z`);
      const late = await t.sql<{ id: string; term_end: string }>(
        `select id, term_end::text from policy where organization_id = $1 and status in ('ACTIVE', 'SUSPENDED')
         and term_end = $2::date - ${UNDECIDED_DAYS}`,
        [organizationId, today().toString()],
      );
      for (const { id, term_end } of late) await decline(id, term_end);
      const { failed } = await sweepPolicies(t.service.platform);
      if (failed > 0) throw new Error('A policy could not be swept.');
    }
  };

  const decline = async (policyId: string, termEnd: string): Promise<void> => {
    const { data } = renewalEvents.renewalCancelled.example as { data: Cancelled };
    const renewalId = newId();
    const renewal = { ...data.renewal, id: renewalId, organizationId, previousTermEnd: termEnd };
    await t.events.publish(renewalEvents.renewalCancelled, { ...data, organizationId, renewalId, policyId, renewal });
    const known = () => t.sql('select from followed_renewal where renewal_id = $1', [renewalId]);
    await eventually('the renewal is declined', async () => (await known()).length === 1);
  };

  const renew = async (policyId: string, newRate: number | null): Promise<void> => {
    const { termEnd } = await read(policyId);
    const { data } = renewalEvents.renewalRequested.example as { data: Requested };
    const renewalId = newId();
    const rateAdjustment = { reason: 'MANUAL', percentageChange: 0, absoluteChange: 0 } as const;
    const of = { id: renewalId, organizationId, organizationPolicyId: policyId, previousTermEnd: termEnd };
    const newTermStart = Temporal.PlainDate.from(termEnd).add({ days: 1 });
    await t.events.publish(renewalEvents.renewalRequested, {
      ...data,
      organizationId,
      renewalId,
      policyId,
      renewal: { ...data.renewal, ...of, rateAdjustment },
      expectedTermEnd: termEnd,
      newTermStart: newTermStart.toString(),
      newRate,
      newTermEnd: newTermStart.add({ months: 3 }).subtract({ days: 1 }).toString(),
    });
    const answered = () => t.sql('select from renewal_answer where id = $1', [renewalId]);
    const renewed = async () => (await read(policyId)).currentRenewalId === renewalId;
    await eventually('the renewal is answered', async () => (await answered()).length === 1 || (await renewed()));
  };

  const ask = async ({ of, path, body, days }: Asked): Promise<number> => {
    const id = ids[of % ids.length]!;
    const policy = await read(id);
    const given: Record<string, unknown> = { ...body };
    for (const member of ['effectiveFrom', 'effectiveDate'])
      if (days[member] !== undefined) given[member] = inDays(days[member]);
    // What was cancelled is reinstated from its own day.
    if (path === '/correction' && body.status === 'ACTIVE' && policy.cancellation)
      given.effectiveFrom = policy.cancellation.effectiveDate;
    if (body.coverageElections) given.coverageElections = elections(body.coverageElections as Election[], days);
    const answer = path === '' ? t.http.put : path === '/status' ? t.http.patch : t.http.post;
    return (await answer(`/api/policy/${id}${path}`, given)).status;
  };

  type Election = { property?: object };
  const elections = (given: readonly Election[], { first, property }: Asked['days']): object[] =>
    given.map((one) => ({
      ...one,
      ...(first === undefined ? {} : { effectiveFrom: inDays(first) }),
      ...(property === undefined ? {} : { property: { ...one.property, effectiveFrom: inDays(property) } }),
    }));

  /** Carries a command out; answers the HTTP status, 200 for what events and time do. */
  const run = async (command: Command): Promise<number> => {
    if ('path' in command) return ask(command);
    if (command.name === 'wait') await wait(command.days);
    if (command.name === 'renew') await renew(ids[command.of]!, command.newRate);
    if (command.name === 'succeed') {
      const terms = { termStart: inDays(command.startsIn), termEnd: inDays(command.startsIn + 120) };
      const house = { scopeType: 'PROPERTY', scopeId: 'pine', action: 'INCLUDE' };
      const id = await create([house], { ...terms, previousPolicyId: ids[command.of] });
      return (await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).status;
    }
    if (command.name === 'withdraw')
      return (await t.http.delete(`/api/policy/${ids[command.of]}/changes/${command.nth}`)).status;
    return 200;
  };

  const snapshot = (policyId: string, since: object = {}) =>
    askService(t.service.platform.nats, policyGet, { policyId, organizationId: null, ...since });

  return { ids, today, inDays, create, read, run, snapshot };
};
