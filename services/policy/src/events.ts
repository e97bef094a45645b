import { type Announcement, type Announcements, announce } from '@staycover/change';
import { type DataOf, policyEvents } from '@staycover/events';
import { chunks, type Decision, jsonBytes, mapInSlices } from '@staycover/kernel';
import { newEvent } from '@staycover/messaging';
import type { EnrollmentEvent } from './domain/enroll.ts';
import type { Policy } from './domain/policy.ts';
import type { PolicyChange } from './domain/policy-change.ts';
import type { PolicyEvent } from './domain/policy-in-time.ts';
import type { RenewalAnswer, RenewalAnswerEvent } from './domain/renewal-answer.ts';
import { enrollmentResource, policyState } from './wire/policy.ts';
import { datedChanges } from './wire/policy-change.ts';

/** What the data of a policy's events has in common. */
const toEventData = (policy: Policy) => ({
  organizationId: policy.organizationId,
  version: policy.version,
  policyId: policy.id,
  policy: policyState(policy),
});

// The bytes leave room for the envelope below the 256 KiB that an event may have.
const PART = { maxCount: 500, maxSize: 200 * 1024 };

/** Published in as many parts as the changes need, all of the version that the policy reached. */
const enrollmentsChanged: Announcement<Policy, EnrollmentEvent> = async (policy, { changes }) => {
  const { id: policyId, organizationId, version } = policy;
  const show = enrollmentResource(policy);
  const measured = await mapInSlices(changes, (change) => {
    const resource = show(change);
    return { resource, size: jsonBytes(resource) };
  });
  const parts = chunks(measured, { ...PART, getSize: ({ size }) => size });
  return parts.map((part, index) => {
    const resources = part.map(({ resource }) => resource);
    const data = { organizationId, version, policyId, changes: resources, part: index + 1, parts: parts.length };
    return newEvent(policyEvents.enrollmentChanged, policy, data);
  });
};

/** A policy event, with the future changes of the policy. */
export type AnnouncedEvent = (PolicyEvent & { changesAhead: readonly PolicyChange[] }) | EnrollmentEvent;

export type Announced = Decision<Policy, AnnouncedEvent>;

/** The decision with events as they are published: each event of the policy has the future changes. */
export const announcing = (
  { state, events }: Decision<Policy, PolicyEvent | EnrollmentEvent>,
  changesAhead: readonly PolicyChange[],
): Announced => ({
  state,
  events: events.map((event) => (event.type === 'enrollments-changed' ? event : { ...event, changesAhead })),
});

type Changes = { change?: PolicyChange | null; changesAhead: readonly PolicyChange[] };

/** What a policy and its changes may take of an event: the largest policy leaves room for some changes without their members. */
const MOST_STATE_BYTES = 248 * 1024;

/** Bounds both lists, so that the event stays within the size limit however long the policy is. */
const withChanges = (policy: Policy, { change = null, changesAhead }: Changes) => {
  const state = toEventData(policy);
  const budget = (MOST_STATE_BYTES - jsonBytes(state)) / 2;
  const [recorded = null] = change ? datedChanges([change], budget) : [];
  return { ...state, change: recorded, changesAhead: datedChanges(changesAhead, budget) };
};

type Renewed = DataOf<typeof policyEvents.termRenewed>;
type Rejected = DataOf<typeof policyEvents.renewalRejected>;

/** That a policy got its next term. */
export const renewedData = (
  policy: Policy,
  {
    renewalId,
    previousTermEnd,
    ...changes
  }: Pick<Extract<PolicyEvent, { type: 'term-renewed' }>, 'renewalId' | 'previousTermEnd'> & Changes,
): Renewed => ({ ...withChanges(policy, changes), renewalId, previousTermEnd: previousTermEnd.toString() });

/** That a policy was not renewed as requested. */
export const rejectedData = (
  policy: Policy,
  { renewalId, reason, changesAhead }: Pick<Rejected, 'renewalId' | 'reason'> & Pick<Changes, 'changesAhead'>,
): Rejected => {
  const { change: _change, ...state } = withChanges(policy, { changesAhead });
  return { ...state, renewalId, reason };
};

/** How each event of a policy is published. */
export const announcements: Announcements<Policy, AnnouncedEvent> = {
  'policy-created': announce(policyEvents.policyCreated, withChanges),
  'policy-changed': announce(policyEvents.policyChanged, withChanges),
  'policy-status-changed': announce(policyEvents.policyStatusChanged, (policy, { previousStatus, ...changes }) => ({
    ...withChanges(policy, changes),
    previousStatus,
  })),
  'term-renewed': announce(policyEvents.termRenewed, renewedData),
  'enrollments-changed': enrollmentsChanged,
};

/** An answer that leaves the policy's version as it is counts as the renewal's own event. */
export const answerAnnouncements: Announcements<RenewalAnswer, RenewalAnswerEvent> = {
  answered: (answer) =>
    answer.event === 'term-renewed'
      ? [newEvent(policyEvents.termRenewed, answer, answer.data as Renewed)]
      : [newEvent(policyEvents.renewalRejected, answer, answer.data as Rejected)],
};
