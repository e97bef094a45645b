import { Enrollment, type Policy, schemaExample } from '@staycover/api';
import { type EnrollmentFacts, type PolicySnapshot, policyEvents, policyGet, policyGetMany } from '@staycover/events';
import { DomainError, newId } from '@staycover/kernel';
import { answer, connectNats, serveRpc } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import type { TestNats } from '@staycover/testing';

type Snapshot = Omit<PolicySnapshot, 'nextCursor'>;

/** From which night on a version changed cover or prices. */
type Effect = { version: number; changedFrom: string };

const FIRST_NIGHT = '1900-01-01';
/** Snapshots that fit into an answer. */
const MOST_AT_ONCE = 40;

export type PolicyChanges = {
  policy?: Partial<Policy>;
  terms?: [string, string][];
  coverageEndsOn?: string | null;
  /** Dated members over time, where they differ from the policy's; without them the policy's always hold. */
  inForce?: ({ from: string } & Partial<Policy>)[];
  /** The first night that this changes; by default all. */
  changedFrom?: string;
  enrollments?: Partial<EnrollmentFacts>[];
};

/** A stand-in for the policy service that answers `rpc.policy.get` in pages pinned to a version, as the real one does. */
export const startPolicyService = async ({ url, user, password }: TestNats) => {
  const logger = createLogger('policy-stand-in', { level: 'fatal' });
  const nats = await connectNats({ url, service: 'policy', logger, user, password });
  const policies = new Map<string, Snapshot>();
  const effects = new Map<string, Effect[]>();
  const calls: string[] = [];
  const manyCalls: number[] = [];
  let beforePage: (call: number) => void = () => undefined;

  const get = answer(policyGet, async ({ policyId, version, sinceVersion, openFrom, cursor, limit = 500 }) => {
    calls.push(policyId);
    beforePage(calls.length);
    const found = policies.get(policyId);
    if (!found) throw DomainError.notFound('policy', policyId);
    if (version !== undefined && version !== found.policy.version) {
      throw new DomainError('version-changed', 'The policy changed.');
    }
    const from = Number(cursor ?? 0);
    const enrollments = found.enrollments.slice(from, from + limit);
    const more = from + limit < found.enrollments.length;
    return policyGet.response.parse({
      ...shownFrom(found, changedSince(effects.get(policyId) ?? [], sinceVersion), openFrom),
      enrollments,
      nextCursor: more ? `${from + limit}` : null,
    }) as PolicySnapshot;
  });
  const getMany = answer(policyGetMany, async ({ policies: asked, limit = 100 }) => {
    manyCalls.push(asked.length);
    const known = asked.flatMap(({ policyId, sinceVersion, openFrom }) => {
      const found = policies.get(policyId);
      if (!found) return [];
      const { enrollments } = found;
      const shown = {
        ...shownFrom(found, changedSince(effects.get(policyId) ?? [], sinceVersion), openFrom),
        enrollments: enrollments.slice(0, limit),
        nextCursor: enrollments.length > limit ? `${limit}` : null,
      };
      return [policyGetMany.response.parse({ policies: [shown], rest: [] }) as { policies: PolicySnapshot[] }];
    });
    const shown = known.flatMap((one) => one.policies);
    return { policies: shown.slice(0, MOST_AT_ONCE), rest: shown.slice(MOST_AT_ONCE).map(({ policy }) => policy.id) };
  });
  const stopRpc = await serveRpc(nats, 'policy', [get, getMany], logger);

  return {
    calls,
    manyCalls,
    onPage: (listener: (call: number) => void) => void (beforePage = listener),
    add: (changes: PolicyChanges = {}) => {
      const id = newId();
      policies.set(id, withChanges(newPolicy(id), changes, 1));
      return id;
    },
    change: (id: string, changes: PolicyChanges) => {
      const before = policies.get(id)!;
      const version = before.policy.version + 1;
      policies.set(id, withChanges(before, changes, version));
      const { changedFrom = FIRST_NIGHT } = changes;
      effects.set(id, [...(effects.get(id) ?? []), { version, changedFrom }]);
    },
    snapshot: (id: string): PolicySnapshot => ({ ...policies.get(id)!, nextCursor: null }),
    async stop() {
      await stopRpc();
      await nats.close();
    },
  };
};

const changedSince = (effects: readonly Effect[], since: number | undefined): string | null => {
  if (since === undefined) return FIRST_NIGHT;
  const changed = effects.filter(({ version }) => version > since).map(({ changedFrom }) => changedFrom);
  return changed.toSorted()[0] ?? null;
};

/** A policy with the dated members from the earlier of the two days on. */
const shownFrom = (found: Snapshot, changedFrom: string | null, openFrom = FIRST_NIGHT): Snapshot => {
  const from = changedFrom !== null && changedFrom < openFrom ? changedFrom : openFrom;
  const inForce = found.inForce?.filter((_, i, all) => (all[i + 1]?.from ?? '9999-12-31') > from);
  return { ...found, changedFrom, ...(inForce ? { inForce } : {}) };
};

const newPolicy = (id: string): Snapshot => {
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31' };
  const policy = { ...policyEvents.policyStateExample, id, rateTableVersions: [], ...term };
  return { policy, terms: [term], coverageEndsOn: null, enrollments: [enrollment({})] };
};

const enrollment = (changes: Partial<EnrollmentFacts>): EnrollmentFacts => ({
  ...schemaExample(Enrollment),
  state: 'FL',
  electionId: 'el-1',
  ...changes,
});

const withChanges = (before: Snapshot, changes: PolicyChanges, version: number): Snapshot => ({
  ...withMembers({ ...before.policy, ...changes.policy, version }, changes),
  terms: changes.terms?.map(([termStart, termEnd]) => ({ termStart, termEnd })) ?? before.terms,
  coverageEndsOn: changes.coverageEndsOn === undefined ? before.coverageEndsOn : changes.coverageEndsOn,
  enrollments: changes.enrollments?.map(enrollment) ?? before.enrollments,
});

const withMembers = (policy: Snapshot['policy'], { inForce }: PolicyChanges): Pick<Snapshot, 'policy' | 'inForce'> =>
  inForce ? { policy, inForce: inForce.map((members) => ({ ...policy, ...members })) } : { policy };
