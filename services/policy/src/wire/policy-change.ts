import type { PolicyChange as PolicyChangeResource } from '@staycover/api';
import { type Instant, numberFromRate, type Rate, timestamp } from '@staycover/kernel';
import type { MemberChanges } from '../domain/dated-members.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { rateVersionResource } from './policy.ts';

const moment = (instant: Instant | null): string | null => (instant === null ? null : timestamp(instant));

const members = ({ rateTableVersions, ...others }: MemberChanges): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, isRate(value) ? number(value) : value])),
  ...(rateTableVersions && { rateTableVersions: rateTableVersions.map(rateVersionResource) }),
});

const isRate = (value: unknown): value is Rate => typeof value === 'bigint';
const number = (rate: Rate): number => numberFromRate(rate);

/** A dated change as the interface shows it. */
export const policyChangeResource = (change: PolicyChange): PolicyChangeResource => ({
  sequence: change.sequence,
  kind: change.kind,
  effectiveFrom: change.effectiveFrom.toString(),
  members: members(change.members),
  status: change.status,
  addedRates: change.addedRates.map(rateVersionResource),
  reason: change.reason,
  note: change.note,
  policyVersion: change.policyVersion,
  recordedAt: timestamp(change.recordedAt),
  recordedBy: change.recordedBy,
  withdrawnAt: moment(change.withdrawnAt),
});
