import { inTransaction, together, type Work } from '@staycover/change';
import { list, query } from '@staycover/db';
import { type CalendarDate, isAfter } from '@staycover/kernel';
import type { Policy } from '../domain/policy.ts';
import { type Course, policyOn } from '../domain/policy-on.ts';
import { type PolicyDay, policyChanges, policyDays } from './rows.ts';

/** How many changes are applied to the last day that is kept, before a further day is. */
const CHANGES_A_DAY = 16;

/** The last day by `day` that is kept of the policy `t`, in SQL. */
export const keptDay = (day: string): string =>
  `${list(`select * from policy_day where policy_id = t.id and day <= ${day} order by day desc limit 1`)} as kept`;

/** SQL for the day from which changes of the policy `t` are needed in addition to `keptDay`. */
const behindKeptDay = (day: string): string =>
  `(select coalesce(max(day) + 1, '-infinity') from policy_day where policy_id = t.id and day <= ${day})`;

/**
 * The changes that decide the policy `t` from a day on, in SQL: those behind `keptDay`, or from the day that its row shows
 * only future ones.
 */
export const changesDeciding = (day: string, today: string): string =>
  `select * from policy_change where policy_id = t.id and withdrawn_at is null and effective_from >= case
    when ${day} < greatest(${today}, t.term_start) then ${behindKeptDay(day)} else t.change_due_on end`;

type Read = { changes: readonly object[]; kept: readonly object[] };

/**
 * The policy on a day and the changes after it, folded from the last kept day. After many changes the day is kept, too, so
 * that reads do not grow with the policy's past.
 */
export const courseOn = async (
  work: Work,
  policy: Pick<Policy, 'id' | 'version'>,
  day: CalendarDate,
  read: Read,
): Promise<Course> => {
  const [kept = null] = await policyDays.read(work, read.kept);
  const changes = await policyChanges.read(work, read.changes);
  const then = policyOn(changes, day, kept);
  if (!then) return { changes, base: null };
  const ahead = changes.filter(({ effectiveFrom }) => isAfter(effectiveFrom, day));
  if (changes.length - ahead.length > CHANGES_A_DAY) await keep(work, policy, { ...then, day });
  return { changes: ahead, base: { from: day, policy: then } };
};

/** Keeps a day of a policy, unless the policy was changed since it was read, or is locked for a change. */
const keep = (work: Work, { id, version }: Pick<Policy, 'id' | 'version'>, day: PolicyDay): Promise<void> =>
  inTransaction(work, async (tx) => {
    const free = await query(tx, UNCHANGED, [id, version]);
    if (free.length > 0) await policyDays.put(tx, { policyId: id }, [day]);
  });

const UNCHANGED = 'select from policy where id = $1 and version = $2 for share skip locked';

const BEHIND = `select * from policy_change where policy_id = t.id and withdrawn_at is null
  and effective_from >= ${behindKeptDay('asked.day')} order by sequence`;

const BEFORE = `select t.id, ${keptDay('asked.day')}, ${list(BEHIND)} as changes
  from unnest($1::uuid[], $2::date[]) as asked (id, day) join policy as t using (id)`;

type Asked = { tx: Work; policy: Pick<Policy, 'id' | 'version'>; day: CalendarDate };

const courses = together<Asked, Course>(
  ({ policy }) => policy.id,
  async (tx, asked) => {
    const params = [asked.map(({ policy }) => policy.id), asked.map(({ day }) => day.toString())];
    const rows = await query<Read & { id: string }>(tx, BEFORE, params);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return Promise.all(asked.map(({ policy, day }) => courseOn(tx, policy, day, byId.get(policy.id)!)));
  },
);

/** What decides the nights of a bound policy from a day on that its row does not show; of several in one transaction read at once. */
export const courseBefore = (tx: Work, policy: Asked['policy'], day: CalendarDate): Promise<Course> =>
  courses({ tx, policy, day });
