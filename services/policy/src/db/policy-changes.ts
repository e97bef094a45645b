import type { Page, Work } from '@staycover/change';
import { type Measured, pageInSql, query, readPage } from '@staycover/db';
import { type CalendarDate, earliest, isBefore } from '@staycover/kernel';
import type { Policy } from '../domain/policy.ts';
import { MOST_AHEAD, type PolicyChange } from '../domain/policy-change.ts';
import { changesToRead, shownDay, toDatedPolicy } from '../domain/policy-in-time.ts';
import type { Course } from '../domain/policy-on.ts';
import { courseBefore } from './policy-days.ts';
import { policyChanges } from './rows.ts';

/** All changes of a policy, in the order in which they were recorded. */
export const allChanges = (work: Work, policyId: string): Promise<PolicyChange[]> =>
  policyChanges.select(work, 'where t.policy_id = $1 order by t.sequence', [policyId]);

/** A page of them, after a sequence, and the cursor of the next page when there is one. */
export const listChanges = (
  work: Work,
  policyId: string,
  asked: Page,
): Promise<{ page: PolicyChange[]; next: string | undefined }> => {
  const { beyond, sort } = pageInSql(asked.order);
  const fits = `where t.policy_id = $1 and ($2::bigint is null or t.sequence ${beyond} $2) order by t.sequence ${sort} limit $3`;
  const given = ({ limit, after }: Page) => [policyId, after ?? null, limit];
  const these = `where t.policy_id = $1 and t.sequence = any($2::bigint[]) order by t.sequence ${sort}`;
  return readPage<PolicyChange, string>(asked, {
    select: (page) => policyChanges.select(work, fits, given(page)),
    selectThese: (sequences) => policyChanges.select(work, these, [policyId, sequences]),
    measure: (page) => {
      const text = `select t.sequence::text as key, ${SIZE} as bytes from policy_change t ${fits}`;
      return query<Measured<string>>(work, text, given(page));
    },
    getKey: ({ sequence }) => String(sequence),
  });
};

// What makes a change large.
const SIZE = 'octet_length(concat(t.members, t.added_rates))';

/** The next changes that are recorded and not in effect yet, in order of effect. */
export const readChangesAhead = async (work: Work, { id, changeDueOn }: Policy): Promise<PolicyChange[]> =>
  changeDueOn === null
    ? []
    : policyChanges.select(
        work,
        `where t.policy_id = $1 and t.effective_from >= $2 and t.withdrawn_at is null
         order by t.effective_from, t.sequence limit $3`,
        [id, changeDueOn.toString(), MOST_AHEAD],
      );

/** The changes that a command taking effect on a day has to know; none for one of today with nothing ahead. */
export const changesFor = async (
  work: Work,
  policy: Policy,
  day: CalendarDate,
  today: CalendarDate,
): Promise<PolicyChange[]> => {
  const read = changesToRead(policy, day, today);
  if (read === 'none') return [];
  if (read === 'all') return allChanges(work, policy.id);
  return policyChanges.select(work, 'where t.policy_id = $1 and t.effective_from >= $2 order by t.sequence', [
    policy.id,
    read.from.toString(),
  ]);
};

/** The inputs for the nights of a policy from a day on: its row and future changes, or an earlier day and the changes after it. */
export const courseFrom = async (
  work: Work,
  policy: Policy,
  from: CalendarDate,
  today: CalendarDate,
): Promise<Course> => {
  // What is shown as of today lies before a term that is to begin.
  const day = isBefore(policy.firstTermStart, policy.termStart) ? earliest(from, today) : from;
  if (policy.boundAt === null) return { changes: [], base: null };
  if (changesToRead(policy, day, today) === 'all') return courseBefore(work, policy, day);
  const base = { from: shownDay(policy, today), policy: toDatedPolicy(policy) };
  return { changes: await changesFor(work, policy, day, today), base };
};
