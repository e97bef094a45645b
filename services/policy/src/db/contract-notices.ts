import { projection, type Work } from '@staycover/change';
import { query } from '@staycover/db';

/** What a contract says of the notice that its policies are cancelled with. */
export type ContractNotice = { contractId: string; organizationId: string; version: number; noticeDays: number };

/** Follows contracts; of each its newest version counts. */
export const contractNotices = projection<ContractNotice>('contract_notice', {
  contractId: 'key',
  organizationId: 'once',
  version: 'version',
  noticeDays: 'value',
});

/** The days of notice of an organization's contract; none for one that is not known. */
export const noticeDaysOf = async (work: Work, contractId: string | null, organizationId: string): Promise<number> => {
  if (contractId === null) return 0;
  const [row] = await query<{ notice_days: number }>(
    work,
    'select notice_days from contract_notice where contract_id = $1 and organization_id = $2',
    [contractId, organizationId],
  );
  return row?.notice_days ?? 0;
};
