import { execute, query, type Work } from '@staycover/db';
import { DomainError, type Instant } from '@staycover/kernel';
import type { ClaimContent } from '../domain/content.ts';

/** The values of a claim that a statement replaces, each answer for itself; documents and addresses are only added. */
type StatedMember = Exclude<keyof ClaimContent, 'documents' | 'claimUrls' | 'followupAnswers'> | Answers;

/** Earlier releases recorded one time for all answers. */
type Answers = 'followupAnswers' | `followupAnswers/${string}`;

/** What a statement about a claim sets: all of it, its status, or single values. */
export type StatementPart = 'submitted' | 'moved' | StatedMember;

/** A direct call counts as the newest statement. */
export const NOW = { at: null, pointer: '' };

const answerTo = (question: string): Answers => `followupAnswers/${question}`;

/** The values that a description of the damage sets. */
export const membersSetBy = ({
  documents: _documents,
  claimUrls: _claimUrls,
  followupAnswers = {},
  ...values
}: Partial<ClaimContent>): StatedMember[] => [
  ...(Object.keys(values) as (keyof typeof values)[]),
  ...Object.keys(followupAnswers).map(answerTo),
];

/** What a description sets beside these members. */
export const withoutMembers = (
  { followupAnswers = {}, ...values }: Partial<ClaimContent>,
  members: readonly StatedMember[],
): Partial<ClaimContent> => {
  const left = Object.entries(values).filter(([member]) => !members.includes(member as StatedMember));
  const answers = members.includes('followupAnswers')
    ? []
    : Object.entries(followupAnswers).filter(([question]) => !members.includes(answerTo(question)));
  return {
    ...Object.fromEntries(left),
    ...(answers.length > 0 && { followupAnswers: Object.fromEntries(answers) }),
  };
};

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
  const members = parts.filter((part) => part !== 'submitted' && part !== 'moved');
  const noted = await execute(
    tx,
    `insert into claim_statement as s (claim_id, submitted_at, moved_at, members)
     select $1, case when $3 then now.at end, case when $4 then now.at end,
       (select coalesce(jsonb_object_agg(member, now.at), '{}') from unnest($5::text[]) member)
     from (select coalesce($2::timestamptz, clock_timestamp()) as at) now
     on conflict (claim_id) do update set submitted_at = greatest(s.submitted_at, excluded.submitted_at),
       moved_at = greatest(s.moved_at, excluded.moved_at), members = s.members || excluded.members
     where $2 is null or (coalesce(excluded.submitted_at >= s.submitted_at, true)
       and coalesce(excluded.moved_at >= s.moved_at, true)
       and not exists (select from jsonb_each_text(s.members) m
         where m.key = any($6) and m.value::timestamptz > $2::timestamptz))`,
    [claimId, at?.toString() ?? null, parts.includes('submitted'), parts.includes('moved'), members, known(members)],
  );
  if (noted > 0) return;
  throw DomainError.invalid([{ pointer, detail: 'was overtaken: a newer statement about the claim came first' }]);
};

/** The names under which newer statements about these members may stand. */
const known = (members: readonly StatedMember[]): StatedMember[] =>
  members.some((member) => member.startsWith('followupAnswers/')) ? [...members, 'followupAnswers'] : [...members];

/** The values of a claim that newer statements than one of this time have set. */
export const membersSetSince = async (tx: Work, claimId: string, at: Instant): Promise<StatedMember[]> => {
  const rows = await query<{ member: StatedMember }>(
    tx,
    `select m.key as member from claim_statement, jsonb_each_text(members) m
     where claim_id = $1 and m.value::timestamptz > $2::timestamptz`,
    [claimId, at.toString()],
  );
  return rows.map(({ member }) => member);
};
