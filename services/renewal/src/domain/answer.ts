import type { Rate } from '@staycover/kernel';
import { type Author, change, isOpen, RENEWAL_JOB, type Renewal, type Step } from './renewal.ts';

/**
 * The policy has its new term. That is a fact wherever the renewal stands: a refusal of an earlier request may have
 * come in first. A rate that was to stay is the one that the policy has by now.
 */
export const complete = (renewal: Renewal, by: Author, rate: Rate | null = null): Step | undefined => {
  if (renewal.status === 'COMPLETED') return undefined;
  const processed = { processedAt: by.now, processedBy: renewal.requestedBy ?? RENEWAL_JOB, failureReason: null };
  const kept = rate !== null && renewal.rateReason === 'UNCHANGED' ? { previousRate: rate, newRate: rate } : {};
  const asked: Renewal = { ...renewal, status: 'PROCESSING' };
  return change(asked, { type: 'completed' }, { ...processed, ...kept, status: 'COMPLETED' }, by);
};

/** The policy service refused; only the answer to a pending request counts. */
export const fail = (renewal: Renewal, failureReason: string, by: Author): Step | undefined => {
  if (renewal.status !== 'PROCESSING') return undefined;
  const processed = { processedAt: by.now, processedBy: renewal.requestedBy ?? RENEWAL_JOB, failureReason };
  return change(renewal, { type: 'failed' }, { ...processed, status: 'FAILED' }, by);
};

/** The policy ended for good, and its renewal with it. */
export const abandon = (renewal: Renewal, by: Author): Step | undefined =>
  isOpen(renewal) ? change(renewal, { type: 'cancelled' }, { status: 'CANCELLED', reviewReasons: [] }, by) : undefined;
