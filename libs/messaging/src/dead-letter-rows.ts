import type { Runs } from '@staycover/db';
import { DomainError, type Fault } from '@staycover/kernel';

/** How a dead letter was resolved. */
type Resolution = 'REPLAYED' | 'DUPLICATE' | 'DISCARDED';

/** An event that could not be processed, as its table has it. */
export type DeadLetterRow = {
  id: string;
  consumer: string;
  event_key: string;
  organization_id: string | null;
  subject: string;
  reason: string;
  errors: Fault[];
  attempts: number;
  received_at: string | null;
  created_at: string;
  resolution: Resolution | null;
  resolved_at: string | null;
  resolved_by: string | null;
  note: string | null;
};

/** The organizations with access; all without `organizations`, including dead letters without an organization. */
export type DeadLetterScope = { organizations?: readonly string[] | undefined };

type DeadLetterFilter = DeadLetterScope & {
  /** Open ones, resolved ones, or all. */
  isOpen?: boolean | undefined;
  limit: number;
  /** The id that the page begins after. */
  after?: string | undefined;
};

const COLUMNS = `id::text, consumer, event_key, organization_id, subject, reason, errors, attempts, received_at, created_at,
  resolution, resolved_at, resolved_by, note`;

const LIST = `select ${COLUMNS} from dead_letter
  where ($1::text[] is null or organization_id = any($1)) and ($2::boolean is null or (resolved_at is null) = $2)
    and ($3::bigint is null or id > $3) order by dead_letter.id limit $4`;

/** Dead letters of the service, the oldest first. */
export const listDeadLetters = async (
  on: Runs,
  { organizations, isOpen, limit, after }: DeadLetterFilter,
): Promise<DeadLetterRow[]> =>
  (await on.run<DeadLetterRow>(LIST, [organizations ?? null, isOpen ?? null, after ?? null, limit])).rows;

const ONE = `select ${COLUMNS}, payload from dead_letter
  where id = $1 and ($2::text[] is null or organization_id = any($2))`;

/**
 * A dead letter with its payload.
 * @throws DomainError `not-found` for one that is not there, or not in the scope.
 */
export const readDeadLetter = async (
  on: Runs,
  id: string,
  { organizations }: DeadLetterScope = {},
): Promise<DeadLetterRow & { payload: string }> => {
  const found = /^\d{1,18}$/.test(id)
    ? await on.run<DeadLetterRow & { payload: string }>(ONE, [id, organizations ?? null])
    : { rows: [] };
  if (!found.rows[0]) throw DomainError.notFound('dead letter', id);
  return found.rows[0];
};

/**
 * The same for an unresolved one.
 * @throws DomainError `not-found`.
 */
export const readOpenDeadLetter: typeof readDeadLetter = async (on, id, scope) => {
  const letter = await readDeadLetter(on, id, scope);
  if (letter.resolution !== null) throw DomainError.notFound('open dead letter', id);
  return letter;
};

/**
 * Records how an open dead letter was resolved; that it was processed also where it was resolved otherwise meanwhile.
 * Returns whether it is recorded.
 */
export const resolveDeadLetter = async (
  on: Runs,
  id: string,
  { resolution, by, note = null }: { resolution: Resolution; by: string; note?: string | null },
): Promise<boolean> => {
  const { rows } = await on.run(
    `update dead_letter set resolved_at = now(), resolution = $2, resolved_by = $3, note = coalesce($4, note)
     where id = $1 and (resolved_at is null or $2 = 'REPLAYED') returning id`,
    [id, resolution, by, note],
  );
  return rows.length > 0;
};
