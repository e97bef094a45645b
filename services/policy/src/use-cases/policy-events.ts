import { policyEvents } from '@staycover/events';
import { type NewEvent, newEvent } from '@staycover/messaging';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Policy } from '../domain/policy.ts';
import { enrollmentResource, policyState } from '../wire/policy.ts';

const CHUNK = 500;
// Leaves room for the envelope below the 256 KiB that an event may have.
const CHUNK_BYTES = 200 * 1024;

/** What the data of a policy's events has in common. */
export const stateOf = (policy: Policy) => ({
  organizationId: policy.organizationId,
  version: policy.version,
  policyId: policy.id,
  policy: policyState(policy),
});

/** The changes of a policy's enrollments in as many parts as they need, all of the version that the policy reached. */
export const enrollmentEvents = (policy: Policy, changes: readonly Enrollment[]): NewEvent[] => {
  const parts = chunks(changes.map(enrollmentResource));
  return parts.map((part, index) =>
    newEvent(policyEvents.enrollmentChanged, policy, {
      organizationId: policy.organizationId,
      version: policy.version,
      policyId: policy.id,
      changes: part,
      part: index + 1,
      parts: parts.length,
    }),
  );
};

/** Cuts a list so that no part has more than 500 entries or more than 200 KiB of JSON (unless one entry does). */
export const chunks = <T>(entries: readonly T[], maxEntries = CHUNK, maxBytes = CHUNK_BYTES): T[][] => {
  const parts: T[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    const part = parts.at(-1);
    if (part && part.length < maxEntries && bytes + size <= maxBytes) {
      part.push(entry);
      bytes += size;
    } else {
      parts.push([entry]);
      bytes = size;
    }
  }
  return parts;
};
