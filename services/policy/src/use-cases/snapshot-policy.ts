import { type CommandDeps, createContext, type Work } from '@staycover/change';
import type {
  EnrollmentFacts,
  InForce,
  PolicyGetManyRequest,
  PolicyGetRequest,
  PolicySnapshot,
  PolicySnapshots,
} from '@staycover/events';
import { type Actor, chunks, DomainError, jsonBytes, mapInSlices, type Role } from '@staycover/kernel';
import { type EnrollmentKey, loadSnapshot, loadSnapshots, type PolicySnapshotSource } from '../db/policy-snapshots.ts';
import type { Enrollment } from '../domain/enrollment.ts';
import type { EnrollmentRow } from '../domain/enrollment-rows.ts';
import { toCalendarDate } from '../wire/bodies.ts';
import { inForce, policyFacts, snapshotEnrollments } from '../wire/snapshot.ts';
import type { MoveRules } from './set-policy-status.ts';
import { readAsIf } from './what-if.ts';

const PAGE = 500;
// A policy of at most 256 KiB and both lists stay below the limit of 1 MiB for NATS messages.
const IN_FORCE_BYTES = 256 * 1024;
const ENROLLMENTS_BYTES = 384 * 1024;

/** The start of the next page: in the periods in force, then after an enrollment. */
type Cursor = { stretch: number } | EnrollmentKey;

/**
 * Answers an RPC for a policy, its terms, the periods in force and a page of its enrollments: everything, or the changes
 * since a known version; as it is, or as it would be after a change.
 * @throws DomainError `not-found`, `version-changed` when the policy is no longer at the requested version, and errors of
 *   the change.
 */
export const snapshotPolicy =
  (deps: CommandDeps, rules: MoveRules) =>
  async (request: PolicyGetRequest): Promise<PolicySnapshot> => {
    const { policyId: id, organizationId, version, sinceVersion, openFrom, whatIf, roles, limit = PAGE } = request;
    const cursor = request.cursor ? readCursor(request.cursor) : { stretch: 0 };
    const context = createContext(deps, { actor: serviceActor(organizationId, roles) });
    const wanted = { id, sinceVersion, openFrom: toCalendarDate(openFrom) };
    const page = { limit: limit + 1, after: 'stretch' in cursor ? undefined : cursor };
    const read = (work: Work) => loadSnapshot(work, context, wanted, page);
    const found = await (whatIf ? readAsIf(deps.database, context, { id, whatIf }, rules, read) : read(deps.database));
    if (version !== undefined && version !== found.policy.version) {
      throw new DomainError('version-changed', `The policy is at version ${found.policy.version} now.`);
    }
    return toPage(found, cursor, limit);
  };

// Below the 1 MiB that a NATS message may have.
const MANY_BYTES = 768 * 1024;
const MANY_LIMIT = 100;

/** Answers the same question for several policies, with the first page of each. */
export const snapshotPolicies =
  (deps: CommandDeps) =>
  async ({ policies, limit = MANY_LIMIT }: PolicyGetManyRequest): Promise<PolicySnapshots> => {
    const context = createContext(deps, { actor: serviceActor(null) });
    const wanted = policies.map(({ policyId: id, sinceVersion, openFrom }) => ({
      id,
      sinceVersion,
      openFrom: toCalendarDate(openFrom),
    }));
    const found = await loadSnapshots(deps.database, context, wanted, { limit: limit + 1 });
    const shown = await mapInSlices(found, (one) => toPage(one, { stretch: 0 }, limit));
    const [fitting = []] = chunks(shown, { maxCount: wanted.length, maxSize: MANY_BYTES, getSize: jsonBytes });
    return { policies: fitting, rest: shown.slice(fitting.length).map(({ policy }) => policy.id) };
  };

const toPage = (found: PolicySnapshotSource, cursor: Cursor, limit: number): PolicySnapshot => {
  const shown = { ...policyFacts(found), changedFrom: found.changedFrom?.toString() ?? null };
  const dated = 'stretch' in cursor ? pageInForce(inForce(found, found.from), cursor.stretch) : { page: [] };
  if (dated.next) return { ...shown, inForce: dated.page, enrollments: [], nextCursor: formatCursor(dated.next) };
  const { page, next } = pageEnrollments(found.enrollments, snapshotEnrollments(found), limit);
  return { ...shown, inForce: dated.page, enrollments: page, nextCursor: next ? formatCursor(next) : null };
};

type Page<T> = { page: T[]; next?: Cursor | undefined };

const pageInForce = (all: readonly InForce[], first: number): Page<InForce> => {
  const [page = []] = chunks(all.slice(first), { maxCount: PAGE, maxSize: IN_FORCE_BYTES, getSize: jsonBytes });
  const stretch = first + page.length;
  return { page, next: stretch < all.length ? { stretch } : undefined };
};

const pageEnrollments = (
  enrollments: readonly Enrollment[],
  toFacts: (row: Enrollment) => EnrollmentFacts[],
  limit: number,
): Page<EnrollmentFacts> => {
  const rows = enrollments.map((row) => ({ row, facts: toFacts(row) }));
  const getSize = ({ facts }: { facts: unknown[] }) => jsonBytes(facts);
  const [fitting = []] = chunks(rows, { maxCount: limit, maxSize: ENROLLMENTS_BYTES, getSize });
  const last = fitting.at(-1)?.row;
  const page = fitting.flatMap(({ facts }) => facts);
  return { page, next: last && rows.length > fitting.length ? enrollmentKey(last) : undefined };
};

/** Roles that are assumed for callers of an earlier release: their requests name none. */
const SERVICE_ROLES: readonly Role[] = ['read', 'write', 'underwrite'];

const serviceActor = (organizationId: string | null, roles: readonly Role[] = SERVICE_ROLES): Actor => ({
  id: 'system:rpc',
  organizations: organizationId === null ? '*' : [organizationId],
  roles,
});

const enrollmentKey = ({ propertyId, enrolledDate }: EnrollmentRow): EnrollmentKey => ({
  propertyId,
  enrolledDate: enrolledDate.toString(),
});

const formatCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify('stretch' in cursor ? cursor.stretch : [cursor.propertyId, cursor.enrolledDate])).toString(
    'base64url',
  );

const readCursor = (cursor: string): Cursor => {
  try {
    const read = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as number | [string, string];
    if (Number.isSafeInteger(read)) return { stretch: Math.max(0, read as number) };
    const [propertyId, enrolledDate] = read as [string, string];
    return { propertyId: String(propertyId), enrolledDate: Temporal.PlainDate.from(enrolledDate).toString() };
  } catch {
    throw DomainError.invalid([{ pointer: '/cursor', detail: 'must be a cursor of this service' }]);
  }
};
