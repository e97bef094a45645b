import { projection, type Work } from '@staycover/change';
import { query } from '@staycover/db';
import type { ContractTerms } from '../domain/circumstances.ts';

export type RenewableContract = ContractTerms & { contractId: string; organizationId: string; version: number };

/** The newest version of each contract. */
export const renewableContracts = projection<RenewableContract>('renewable_contract', {
  contractId: 'key',
  organizationId: 'once',
  version: 'version',
  status: 'value',
  endsOn: 'value',
  renewalTermMonths: 'value',
});

/** Lets no contract of some policies change until the transaction ends; several transactions may at the same time. */
export const holdContracts = async (tx: Work, policyIds: readonly string[]): Promise<void> => {
  const text = `select from renewable_contract as c where (c.contract_id, c.organization_id) in (
    select contract_id, organization_id from renewable_policy where id = any($1::uuid[])) order by c.contract_id for share`;
  await query(tx, text, [policyIds]);
};
