import type { KeptElection } from '../domain/election.ts';
import { date } from './policies-in-time.ts';

/** What of an election differs, and its first and last night. */
export type ElectionChanges = Partial<Omit<KeptElection, 'effectiveFrom' | 'effectiveTo'>> & {
  from?: string;
  to?: string | null;
};

/** A current election of a policy for the whole organization, from 1 November on and without a rate. */
export const keptElection = ({ from = '2026-11-01', to = null, ...changes }: ElectionChanges = {}): KeptElection => ({
  electionId: 'e',
  scopeType: 'ORGANIZATION',
  scopeId: null,
  action: 'INCLUDE',
  planId: null,
  rateOverridePerNight: null,
  endorsementSelections: [],
  effectiveFrom: date(from),
  effectiveTo: to === null ? null : date(to),
  statedFrom: date(from),
  retiredOn: null,
  id: 'e',
  policyId: 'p1',
  own: true,
  statedAt: Temporal.Instant.from('2026-11-01T09:00:00Z'),
  ...changes,
});
