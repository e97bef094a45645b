import { uncollectedStatuses } from '@staycover/api';
import type { Work } from '@staycover/change';
import { query, statesIn } from '@staycover/db';
import { calendarDateIfAny } from '@staycover/kernel';
import { type Circumstances, type ContractStatus, noCircumstances } from '../domain/circumstances.ts';

type Row = {
  id: string;
  unpaid: boolean;
  contract_status: ContractStatus | null;
  ends_on: string | null;
  renewal_term_months: number | null;
};

const circumstancesFrom = ({ unpaid, contract_status: status, ends_on, renewal_term_months }: Row): Circumstances => ({
  unpaid,
  contract: status && {
    status,
    endsOn: calendarDateIfAny(ends_on),
    renewalTermMonths: renewal_term_months!,
  },
});

/** The circumstances of policies besides the policies themselves, by policy id. */
export const readCircumstances = async (
  work: Work,
  policyIds: readonly string[],
): Promise<(policyId: string) => Circumstances> => {
  const rows = await query<Row>(
    work,
    `select p.id, c.status as contract_status, c.ends_on::text, c.renewal_term_months,
       exists (select from policy_invoice i
         where i.policy_id = p.id and i.status in ${statesIn(uncollectedStatuses)}) as unpaid
     from renewable_policy p
     left join renewable_contract c on c.contract_id = p.contract_id and c.organization_id = p.organization_id
     where p.id = any($1::uuid[])`,
    [policyIds],
  );
  const found = new Map(rows.map((row) => [row.id, circumstancesFrom(row)]));
  return (policyId) => found.get(policyId) ?? noCircumstances;
};
