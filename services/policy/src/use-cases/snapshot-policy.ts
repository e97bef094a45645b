import type { Database } from '@staycover/change';
import type { PolicyGetRequest, PolicySnapshot } from '@staycover/events';
import { type Actor, chunks, DomainError, jsonBytes } from '@staycover/kernel';
import { type EnrollmentKey, loadPage } from '../db/enrolled-policies.ts';
import type { EnrollmentRow } from '../domain/enrollment-rows.ts';
import { enrollmentFacts, policyFacts } from '../wire/snapshot.ts';

const PAGE = 500;
// A policy of at most 256 KiB beside them stays below the 1 MiB that a NATS message may have.
const PAGE_BYTES = 640 * 1024;

/**
 * Answers another service's question for a policy, its terms and a page of its enrollments.
 * @throws DomainError `not-found`, or `version-changed` when the policy is no more at the version asked for.
 */
export const snapshotPolicy =
  (database: Database) =>
  async ({ policyId, organizationId, version, cursor, limit = PAGE }: PolicyGetRequest): Promise<PolicySnapshot> => {
    const page = { limit: limit + 1, after: cursor ? readCursor(cursor) : undefined };
    const found = await loadPage(database, serviceActor(organizationId), policyId, page);
    const { policy } = found;
    if (version !== undefined && version !== policy.version) {
      throw new DomainError('version-changed', `The policy is at version ${policy.version} now.`);
    }
    const facts = enrollmentFacts(found);
    const rows = found.enrollments.map((row) => ({ row, facts: facts(row) }));
    const sizeOf = ({ facts: parts }: { facts: unknown[] }) => jsonBytes(parts);
    const [fitting = []] = chunks(rows, { maxCount: limit, maxSize: PAGE_BYTES, sizeOf });
    const last = fitting.at(-1)?.row;
    return {
      ...policyFacts(found),
      enrollments: fitting.flatMap(({ facts: parts }) => parts),
      nextCursor: last && rows.length > fitting.length ? cursorOf(last) : null,
    };
  };

const serviceActor = (organizationId: string | null): Actor => ({
  id: 'system:rpc',
  organizations: organizationId === null ? '*' : [organizationId],
  roles: ['read'],
});

const cursorOf = ({ propertyId, enrolledDate }: EnrollmentRow): string =>
  Buffer.from(JSON.stringify([propertyId, enrolledDate])).toString('base64url');

const readCursor = (cursor: string): EnrollmentKey => {
  try {
    const [propertyId, enrolledDate] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string];
    return { propertyId: String(propertyId), enrolledDate: Temporal.PlainDate.from(enrolledDate).toString() };
  } catch {
    throw DomainError.invalid([{ pointer: '/cursor', detail: 'must be a cursor of this service' }]);
  }
};
