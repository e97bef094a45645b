import { execute, type Work } from '@staycover/db';
import { DomainError, type Instant } from '@staycover/kernel';

/** The parts of a claim that a statement sets: all of it, its status, or single values. Documents are only added. */
export type StatementPart = 'submitted' | 'moved' | 'described';

/** A direct call counts as the newest statement. */
export const NOW = { at: null, pointer: '' };

/**
 * Records the time of a statement about a locked claim: by the clock of the stream, or now.
 * @throws DomainError `invalid-request`, at `pointer`, when a newer statement was recorded before.
 */
export const noteStatement = async (
  tx: Work,
  claimId: string,
  parts: readonly StatementPart[],
  { at, pointer }: { at: Instant | null; pointer: string },
): Promise<void> => {
  if (parts.length === 0) return;
  const noted = await execute(
    tx,
    `insert into claim_statement as s (claim_id, submitted_at, moved_at, described_at)
     select $1, case when $3 then now.at end, case when $4 then now.at end, case when $5 then now.at end
     from (select coalesce($2::timestamptz, clock_timestamp()) as at) now
     on conflict (claim_id) do update set submitted_at = greatest(s.submitted_at, excluded.submitted_at),
       moved_at = greatest(s.moved_at, excluded.moved_at), described_at = greatest(s.described_at, excluded.described_at)
     where $2 is null or (coalesce(excluded.submitted_at >= s.submitted_at, true)
       and coalesce(excluded.moved_at >= s.moved_at, true) and coalesce(excluded.described_at >= s.described_at, true))`,
    [
      claimId,
      at?.toString() ?? null,
      ...(['submitted', 'moved', 'described'] as const).map((one) => parts.includes(one)),
    ],
  );
  if (noted > 0) return;
  throw DomainError.invalid([{ pointer, detail: 'was overtaken: a newer statement about the claim came first' }]);
};
