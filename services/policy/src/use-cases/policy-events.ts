import { policyEvents } from '@staycover/events';
import { chunks, jsonBytes } from '@staycover/kernel';
import { type NewEvent, newEvent } from '@staycover/messaging';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Policy } from '../domain/policy.ts';
import { enrollmentResource, policyState } from '../wire/policy.ts';

// The bytes leave room for the envelope below the 256 KiB that an event may have.
const PART = { maxCount: 500, maxSize: 200 * 1024, sizeOf: jsonBytes };

/** What the data of a policy's events has in common. */
export const stateOf = (policy: Policy) => ({
  organizationId: policy.organizationId,
  version: policy.version,
  policyId: policy.id,
  policy: policyState(policy),
});

/** The changes of a policy's enrollments in as many parts as they need, all of the version that the policy reached. */
export const enrollmentEvents = (policy: Policy, changes: readonly Enrollment[]): NewEvent[] => {
  const parts = chunks(changes.map(enrollmentResource), PART);
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
