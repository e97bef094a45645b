import type { Resource } from '@staycover/client';

type Renewal = Pick<Resource<'RenewalRecord'>, 'previousTermEnd' | 'status'>;

export type Renewing = Pick<
  Resource<'UpcomingRenewal'>,
  'id' | 'currentRenewalId' | 'autoRenew' | 'status' | 'termEnd'
>;

const ENDED: ReadonlySet<Renewing['status']> = new Set(['CANCELLED', 'EXPIRED', 'SUPERSEDED']);

const WORDS: Partial<Record<Renewal['status'], string>> = {
  CANCELLED: 'no, its renewal was cancelled',
  FAILED: 'no, its renewal failed',
  MANUAL_REVIEW: 'once it is decided',
};

/** Whether what becomes of its renewal decides if a policy goes on. */
export const dependsOnRenewal = ({ autoRenew, status }: Pick<Renewing, 'autoRenew' | 'status'>): boolean =>
  autoRenew && !ENDED.has(status);

/** Whether a policy goes on by itself after its term, in words; `renewals` is undefined until they are known. */
export const renewsByItself = (
  policy: Pick<Renewing, 'autoRenew' | 'status' | 'termEnd'>,
  renewals: readonly Renewal[] | undefined,
): string => {
  if (ENDED.has(policy.status)) return 'no, it has ended';
  if (!policy.autoRenew) return 'no';
  if (renewals === undefined) return '…';
  const next = renewals.find(({ previousTermEnd }) => previousTermEnd === policy.termEnd);
  return (next && WORDS[next.status]) ?? 'yes';
};
