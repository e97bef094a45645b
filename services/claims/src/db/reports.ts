import type { ClaimsBordereauRow } from '@staycover/api';
import type { Database } from '@staycover/change';
import { readCursor } from '@staycover/db';

/** A claim as it was at the end of a month, amounts in ten-thousandths. */
export type ClaimThen = {
  damage_date: string | null;
  notified_on: string;
  decided_on: string | null;
  claim_reference: string;
  policy_reference: string | null;
  coverage_type: ClaimsBordereauRow['coverageType'];
  category: string | null;
  status: ClaimsBordereauRow['status'];
  loss: string | null;
  deductible: string | null;
  approved: string;
  paid: string;
  paid_before: string;
  reserve: string;
  denial_reason: ClaimsBordereauRow['denialReason'];
  currency: string | null;
};

type Period = { organizationId: string; start: string; end: string };

const OPEN = `d.status in ('SUBMITTED', 'UNDER_REVIEW', 'INFO_REQUESTED', 'APPROVED')`;
/** What a claim moves by: other words, or another category, move none. */
const moving = (row: string): string =>
  `(${['status', 'decided_on', 'approved', 'paid', 'reserve'].map((member) => `${row}.${member}`).join(', ')})`;

/** Claims that moved from `start` to before `end`, and those that were open then. A draft that was withdrawn was never one. */
export const readMonthlyClaims = (
  database: Database,
  { organizationId, start, end }: Period,
): AsyncGenerator<ClaimThen[]> =>
  readCursor<ClaimThen>(database, {
    organizationId,
    text: `select d.damage_date::text, d.notified_on::text, d.decided_on::text, d.claim_reference, d.policy_reference, d.coverage_type,
       d.category, d.status, d.loss, d.deductible, d.approved, d.paid, d.reserve, d.denial_reason, d.currency,
       coalesce(before.paid, 0) as paid_before
     from claim_day d
     left join lateral (select * from claim_day b where b.claim_id = d.claim_id and b.day < $2::date
       order by b.day desc limit 1) before on true
     where d.organization_id = $1 and d.day < $3::date
       and not exists (select from claim_day later
         where later.claim_id = d.claim_id and later.day > d.day and later.day < $3::date)
       and (${OPEN} or d.day >= $2::date and exists (select from claim_day m where m.claim_id = d.claim_id
         and m.day >= $2::date and m.day < $3::date and ${moving('m')} is distinct from ${moving('before')}))
       and (d.status <> 'WITHDRAWN' or exists (
         select from claim c where c.id = d.claim_id and c.status_history @> '[{"status": "SUBMITTED"}]'))
     order by d.damage_date, d.notified_on, d.claim_reference`,
    params: [organizationId, start, end],
  });

/** The loss fund of a policy, in minor units. */
export type FundThen = Record<
  'opening' | 'collected' | 'reversed' | 'reserved' | 'released' | 'paid' | 'closing',
  string
> & { policy_id: string; currency: string };

/** What the loss funds of an organization held from `start` to before `end`. */
export const lossFunds = (database: Database, { organizationId, start, end }: Period): AsyncGenerator<FundThen[]> => {
  const total = (sql: string, sign = '-'): string => `${sign}coalesce(sum(amount) filter (where ${sql}), 0)`;
  const fund = `account = 'LOSS_FUND'`;
  const within = `${fund} and posted_at >= $2::date`;
  return readCursor<FundThen>(database, {
    organizationId,
    text: `select policy_id, currency, ${total(`${fund} and posted_at < $2::date`)} as opening,
       ${total(`${within} and claim_id is null and amount < 0`)} as collected,
       ${total(`${within} and claim_id is null and amount > 0`, '')} as reversed,
       ${total(`${within} and claim_id is not null and amount > 0`, '')} as reserved,
       ${total(`${within} and claim_id is not null and amount < 0`)} as released,
       ${total(`account = 'CLAIMS_PAID' and posted_at >= $2::date`)} as paid, ${total(fund)} as closing
     from posting where organization_id = $1 and account in ('LOSS_FUND', 'CLAIMS_PAID') and posted_at < $3::date
     group by policy_id, currency order by policy_id, currency`,
    params: [organizationId, start, end],
  });
};
