import { execute, query, type Work } from '@staycover/db';
import type { Context, Currency } from '@staycover/kernel';
import type { Claim } from '../domain/claim.ts';
import { type ClaimPosition, claimPostings } from '../domain/claim-ledger.ts';

type Row = { policy_id: string; currency: Currency; reserve: string; paid: string; fund: string; retained: string };

const readPositions = async (tx: Work, { id, organizationId }: Claim): Promise<ClaimPosition[]> => {
  const rows = await query<Row>(
    tx,
    `select policy_id, currency,
       coalesce(-sum(amount) filter (where account = 'CLAIM_RESERVE'), 0) as reserve,
       coalesce(-sum(amount) filter (where account = 'CLAIMS_PAID'), 0) as paid,
       coalesce(sum(amount) filter (where account = 'LOSS_FUND'), 0) as fund,
       coalesce(sum(amount) filter (where account = 'RETAINED_PREMIUM'), 0) as retained
     from posting where claim_id = $1 and organization_id = $2 group by policy_id, currency order by policy_id, currency`,
    [id, organizationId],
  );
  return rows.map(({ policy_id, currency, ...held }) => ({
    policyId: policy_id,
    currency,
    reserve: BigInt(held.reserve),
    paid: BigInt(held.paid),
    fund: BigInt(held.fund),
    retained: BigInt(held.retained),
  }));
};

const readFund = async (tx: Work, { organizationId, policyId, currency }: Claim): Promise<bigint> => {
  const [row] = await query<{ held: string }>(
    tx,
    `select coalesce(-sum(amount), 0) as held from posting
     where organization_id = $1 and policy_id = $2 and currency = $3 and account = 'LOSS_FUND'`,
    [organizationId, policyId, currency],
  );
  return BigInt(row!.held);
};

const isSameMoney = (before: Claim, after: Claim): boolean =>
  before.reserveAmount === after.reserveAmount &&
  before.paidAmount === after.paidAmount &&
  before.policyId === after.policyId &&
  before.selfCoverage === after.selfCoverage;

/** Posts the changes of reserve and payouts of a locked claim; a caller that raises the reserve locks its policy first. */
export const postClaim = async (tx: Work, before: Claim, claim: Claim, { now, newId }: Context): Promise<void> => {
  if (isSameMoney(before, claim)) return;
  const positions = await readPositions(tx, claim);
  const fundHolds = claim.policyId === null ? 0n : await readFund(tx, claim);
  const postings = claimPostings({ claim, positions, fundHolds });
  if (postings.length === 0) return;
  await execute(
    tx,
    `insert into posting (source_event_id, organization_id, claim_id, posted_at, policy_id, currency, line, account, amount)
     select $1::uuid, $2, $3::uuid, $4::timestamptz, p.*
     from unnest($5::uuid[], $6::text[], $7::int[], $8::text[], $9::bigint[]) p`,
    [
      newId(),
      claim.organizationId,
      claim.id,
      now.toString(),
      postings.map(({ policyId }) => policyId),
      postings.map(({ currency }) => currency),
      postings.map(({ line }) => line),
      postings.map(({ account }) => account),
      postings.map(({ amount }) => `${amount}`),
    ],
  );
};
