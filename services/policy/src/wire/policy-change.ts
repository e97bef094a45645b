import type { PolicyChange as PolicyChangeResource } from '@staycover/api';
import type { policyEvents } from '@staycover/events';
import { jsonBytes, numberFromRate, timestamp, timestampIfAny } from '@staycover/kernel';
import type { MemberChanges } from '../domain/dated-members.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { rateVersionResource } from './policy.ts';

const membersResource = ({ rateTableVersions, ...others }: MemberChanges): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(others).map(([name, value]) => [name, typeof value === 'bigint' ? numberFromRate(value) : value]),
  ),
  ...(rateTableVersions && { rateTableVersions: rateTableVersions.map(rateVersionResource) }),
});

/** A dated change as the interface shows it. */
export const policyChangeResource = (change: PolicyChange): PolicyChangeResource => ({
  sequence: change.sequence,
  kind: change.kind,
  effectiveFrom: change.effectiveFrom.toString(),
  members: membersResource(change.members),
  status: change.status,
  addedRates: change.addedRates.map(rateVersionResource),
  reason: change.reason,
  note: change.note,
  policyVersion: change.policyVersion,
  recordedAt: timestamp(change.recordedAt),
  recordedBy: change.recordedBy,
  withdrawnAt: timestampIfAny(change.withdrawnAt),
  withdrawnBy: change.withdrawnBy,
});

const datedChange = (change: PolicyChange): policyEvents.DatedChange => {
  const { sequence, kind, effectiveFrom, status, members, addedRates, reason } = policyChangeResource(change);
  return { sequence, kind, effectiveFrom, status, members, addedRates, reason };
};

const MAX_CHANGES = 100;

/**
 * Dated changes as events carry them: the first ones that fit into `bytes`. What they change is left out of the largest first,
 * until they do: `members` and `addedRates` are null then.
 */
export const datedChanges = (changes: readonly PolicyChange[], bytes: number): policyEvents.DatedChange[] => {
  const all = changes.slice(0, MAX_CHANGES).map(datedChange);
  let left = bytes;
  const bare = all
    .map((change) => ({ ...change, members: null, addedRates: null }))
    .filter((change) => (left -= jsonBytes(change)) >= 0);
  const bySize = all.slice(0, bare.length).toSorted((one, other) => jsonBytes(one) - jsonBytes(other));
  const whole = new Set(bySize.filter((change) => (left -= jsonBytes(change)) >= 0));
  return bare.map((change, i) => (whole.has(all[i]!) ? all[i]! : change));
};
