import { projection, type Work } from '@staycover/change';
import { query } from '@staycover/db';

/** The terms of a contract for its policies: the notice period of a cancellation, the insured, and whether it is over. */
export type ContractNotice = {
  contractId: string;
  organizationId: string;
  version: number;
  noticeDays: number;
  insuredName: string | null;
  insuredAddress: string | null;
  isTerminated: boolean;
};

/** Follows contracts; of each its newest version counts. */
export const contractNotices = projection<ContractNotice>('contract_notice', {
  contractId: 'key',
  organizationId: 'once',
  version: 'version',
  noticeDays: 'value',
  insuredName: 'value',
  insuredAddress: 'value',
  isTerminated: 'value',
});

type Row = {
  notice_days: number;
  insured_name: string | null;
  insured_address: string | null;
  is_terminated: boolean;
};

const find = async (work: Work, contractId: string | null, organizationId: string): Promise<Row | undefined> => {
  if (contractId === null) return undefined;
  const [row] = await query<Row>(
    work,
    'select * from contract_notice where contract_id = $1 and organization_id = $2',
    [contractId, organizationId],
  );
  return row;
};

/** The days of notice of an organization's contract; none for one that is not known. */
export const readNoticeDays = async (work: Work, contractId: string | null, organizationId: string): Promise<number> =>
  (await find(work, contractId, organizationId))?.notice_days ?? 0;

/** Whether a contract of an organization is terminated, as far as is known. */
export const isTerminated = async (work: Work, contractId: string, organizationId: string): Promise<boolean> =>
  (await find(work, contractId, organizationId))?.is_terminated ?? false;

/** Whom the policies of a contract insure, by name and address; without a name, or with an empty one, by the organization's id. */
export const readInsured = async (work: Work, contractId: string | null, organizationId: string): Promise<string[]> => {
  const row = await find(work, contractId, organizationId);
  return [row?.insured_name || organizationId, ...(row?.insured_address ? [row.insured_address] : [])];
};
