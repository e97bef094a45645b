import type { QuoteBody } from '@staycover/api';
import {
  type PolicyGetManyRequest,
  type PolicyGetRequest,
  type PolicySnapshot,
  policyGet,
  policyGetMany,
} from '@staycover/events';
import {
  type Actor,
  allEnded,
  type CalendarDate,
  DomainError,
  isDomainError,
  jsonBytes,
  mayAccess,
} from '@staycover/kernel';
import { callRpc, type Nats } from '@staycover/messaging';
import { type PolicyRead, policyRead, toEnrollments } from '../billable-policy.ts';

const ATTEMPTS = 5;

/** What is known of a policy: the version derived last, and the first night that is still open. */
export type Known = { sinceVersion: number; openFrom: CalendarDate | null };

/** A change that a policy is read after, and the roles of who would make it. */
type AsIf = Pick<PolicyGetRequest, 'whatIf' | 'roles'>;

/**
 * Reads a policy that the actor may see, with its terms and enrollments as they are now, every page of the same version: all
 * of them, or what may matter to who knows an earlier version.
 * @throws DomainError `not-found`; `service-unavailable` when the policy service is silent or the policy never rests.
 */
export const readPolicy =
  (nats: Nats) =>
  async (actor: Actor, policyId: string, known?: Known, asIf?: AsIf): Promise<PolicyRead> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        return await readPages(nats, actor, { policyId, ...toSince(known), ...asIf });
      } catch (error) {
        if (!isDomainError(error, 'version-changed')) throw error;
      }
    }
    throw new DomainError('service-unavailable', 'The policy keeps changing while it is read.');
  };

const readPages = async (
  nats: Nats,
  actor: Actor,
  asked: Omit<PolicyGetRequest, 'organizationId'>,
): Promise<PolicyRead> => {
  const request = { ...asked, organizationId: onlyOrganization(actor) };
  const first = await readFirst(nats, actor, request);
  // Of a page only what billing needs is kept.
  const enrollments = toEnrollments(first);
  const inForce = [...(first.inForce ?? [])];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await callRpc(nats, policyGet, { ...request, version: first.policy.version, cursor });
    for (const enrollment of toEnrollments(page)) enrollments.push(enrollment);
    for (const members of page.inForce ?? []) inForce.push(members);
    cursor = page.nextCursor;
  }
  return policyRead({ ...first, inForce }, enrollments);
};

/** The first page. Who is of one organization learns nothing of another's policy, and costs the policy service nothing. */
const readFirst = async (nats: Nats, actor: Actor, request: PolicyGetRequest): Promise<PolicySnapshot> => {
  const first = await callRpc(nats, policyGet, request);
  if (!mayAccess(actor, first.policy.organizationId)) throw DomainError.notFound('policy', request.policyId);
  return first;
};

const onlyOrganization = ({ organizations }: Actor): string | null =>
  organizations !== '*' && organizations.length === 1 ? organizations[0]! : null;

/** A busy policy service answers for so many in time; a request without an answer is sent again, and is work twice. */
const ASKED_AT_ONCE = 25;
/** The policy service answers one request while the answer to another is read here. */
const LANES = 3;

/** A policy, and what is known of it. */
export type Asked = { policyId: string; known: Known | undefined };

type Request = PolicyGetManyRequest['policies'][number];

/**
 * Reads several policies as they are now, by their ids; those that are not there, or have several pages, are left out.
 * @throws DomainError `service-unavailable` when the policy service is silent, or one of before.
 */
export const readPolicies =
  (nats: Nats) =>
  async (asked: readonly Asked[]): Promise<Map<string, PolicyRead>> => {
    const found = new Map<string, PolicyRead>();
    const parts = inParts(asked.map(({ policyId, known }) => ({ policyId, ...toSince(known) })));
    // The parts end for all lanes when one lane fails.
    const lane = async (): Promise<void> => {
      for (const part of parts) await readPart(nats, part, found);
    };
    await allEnded(Array.from({ length: LANES }, lane));
    return found;
  };

function* inParts(requests: readonly Request[]): Generator<Request[], void> {
  for (let first = 0; first < requests.length; first += ASKED_AT_ONCE)
    yield requests.slice(first, first + ASKED_AT_ONCE);
}

/** Asks again for those of a part that did not fit into an answer. */
const readPart = async (nats: Nats, part: Request[], found: Map<string, PolicyRead>): Promise<void> => {
  for (let left = part; left.length > 0; ) {
    const { policies, rest } = await callRpc(nats, policyGetMany, { policies: left });
    for (const one of policies) if (one.nextCursor === null) found.set(one.policy.id, policyRead(one));
    const ids = new Set(policies.length > 0 ? rest : []);
    left = left.filter(({ policyId }) => ids.has(policyId));
  }
};

const toSince = (known: Known | undefined) => (known ? { sinceVersion: known.sinceVersion, ...toOpenFrom(known) } : {});

const toOpenFrom = ({ openFrom }: Known) => (openFrom ? { openFrom: openFrom.toString() } : {});

// A message holds 1 MiB, and more than the change.
const MOST_WHAT_IF_BYTES = 512 * 1024;

/**
 * Reads a policy as it would be after a change, for a caller that may see it and make the change.
 * @throws DomainError `not-found`, `payload-too-large`, what the change is refused by; as `readPolicy`.
 */
export const readPolicyAsIf =
  (nats: Nats, whatIf: QuoteBody): ReturnType<typeof readPolicy> =>
  async (actor, policyId, known) => {
    if (jsonBytes(whatIf) > MOST_WHAT_IF_BYTES) {
      throw new DomainError('payload-too-large', 'A change to be quoted must have at most 512 KiB.');
    }
    await readFirst(nats, actor, { policyId, organizationId: onlyOrganization(actor), limit: 1 });
    return readPolicy(nats)(actor, policyId, known, { whatIf, roles: [...actor.roles] });
  };
