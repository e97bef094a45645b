import { query, type Work } from '@staycover/db';
import { isId } from '@staycover/kernel';
import type { Claim } from '../domain/claim.ts';
import type { Cover, Used } from '../domain/cover/cover.ts';

type Row = { of_stay: string; of_term: string };

/** What other approved claims of the stay and type of cover, and of the policy's term, have insured. */
export const readUsed = async (
  work: Work,
  {
    id,
    organizationId,
    coverageType,
    reservationReferenceId,
  }: Pick<Claim, 'id' | 'organizationId' | 'coverageType' | 'reservationReferenceId'>,
  cover: Cover | null,
): Promise<Used> => {
  const [row] = await query<Row>(
    work,
    `select
       (select coalesce(sum(insured_amount), 0) from claim where organization_id = $1 and id <> $2
          and reservation_reference_id = $3 and coverage_type = $4) as of_stay,
       (select coalesce(sum(insured_amount), 0) from claim where insured_amount > 0 and id <> $2
          and policy_id = $5::uuid and term_start = $6::date) as of_term`,
    [
      organizationId,
      id,
      reservationReferenceId,
      coverageType,
      cover?.policyId ?? null,
      cover?.termStart?.toString() ?? null,
    ],
  );
  return { ofStay: BigInt(row!.of_stay), ofTerm: BigInt(row!.of_term) };
};

/** Decisions about claims of one policy wait for one another: its limit is theirs together. */
export const lockPolicy = async (tx: Work, policyId: string | null): Promise<void> => {
  if (policyId !== null) await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 4))', [policyId]);
};

/** The policy that covers a claim, read before the claim is locked. */
export const findClaimPolicy = async (tx: Work, claimId: string): Promise<string | null> => {
  if (!isId(claimId)) return null;
  const [row] = await query<{ policy_id: string | null }>(tx, 'select policy_id from claim where id = $1', [claimId]);
  return row?.policy_id ?? null;
};
