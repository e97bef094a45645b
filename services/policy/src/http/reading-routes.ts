import { getPolicy, listEnrollments, listPolicies } from '@staycover/api';
import type { CommandDeps } from '@staycover/change';
import {
  type AllowedActions,
  entityTag,
  handle,
  nextPageLink,
  paginate,
  type ResourceAnswer,
  type Route,
  readDayCursor,
} from '@staycover/http';
import type { EnrollmentCursor } from '../db/enrollment-pages.ts';
import type { Enrollment } from '../domain/enrollment.ts';
import { isFinal, manualTransitions, type PolicyStatus } from '../domain/policy.ts';
import { readPolicies, readPolicy } from '../use-cases/read-policy.ts';
import { readEnrollments, readSummaries, readSummary } from '../use-cases/read-summary.ts';
import { enrollmentResource } from '../wire/policy.ts';

/** Only billing knows what it cannot bill; the policy's state does not show it. */
const allowedOn = ({ status, isBound }: { status: PolicyStatus; isBound: boolean }): AllowedActions => ({
  setPolicyStatus: manualTransitions[status],
  updatePolicy: !isFinal(status),
  correctPolicy: isBound,
  withdrawPolicyChange: isBound,
  generateInvoice: true,
});

type Shown = { version: number; isAhead: boolean };

/** The tag of an answer. What is ahead of its version is sent in any case: the caller may have that version from before. */
const tagged = ({ version, isAhead }: Shown): Pick<ResourceAnswer, 'version' | 'headers'> =>
  isAhead ? { headers: { ETag: entityTag(version) } } : { version };

/** How policies are read: whole, without their enrollments, and these in pages. */
export const readingRoutes = (platform: Pick<CommandDeps, 'database' | 'clock'>): Route[] => {
  const read = readPolicy(platform);
  const readHead = readSummary(platform);
  const listFull = readPolicies(platform);
  const listHeads = readSummaries(platform);
  const readPage = readEnrollments(platform);
  return [
    handle(getPolicy, async ({ actor, params, query: { view } }) => {
      const { json, ...shown } = await (view === 'summary' ? readHead : read)(actor, params.id);
      return { json, ...tagged(shown), allowed: allowedOn(shown) };
    }),

    handle(listPolicies, async ({ actor, query }) => {
      const { limit, cursor, order, view, ...filter } = query;
      const list = view === 'summary' ? listHeads : listFull;
      const { policies, next } = await list(actor, filter, { limit, after: cursor, order });
      return { json: `[${policies.join(',')}]`, headers: nextPageLink('/api/policy', query, next) };
    }),

    handle(listEnrollments, async ({ actor, params: { id }, query }) => {
      const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
      const { policy, enrollments, isAhead } = await readPage(actor, id, { limit: query.limit + 1, after });
      const { page, headers } = paginate(enrollments, `/api/policy/${policy.id}/enrollments`, query, cursorText);
      const tag = tagged({ version: policy.version, isAhead });
      return { body: page.map(enrollmentResource(policy)), ...tag, headers: { ...headers, ...tag.headers } };
    }),
  ];
};

const cursorText = ({ enrolledDate, propertyId }: Enrollment): string => `${enrolledDate}.${propertyId}`;

/** Reads what `cursorText` wrote. */
const parseCursor = (cursor: string): EnrollmentCursor => {
  const { day, key } = readDayCursor(cursor);
  return { enrolledDate: day, propertyId: key };
};
