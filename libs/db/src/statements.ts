import { createHash } from 'node:crypto';

/** Each connection keeps its prepared statements: texts that are composed at run time must not accumulate. */
const MOST = 500;
const names = new Map<string, string>();

/** How often a migration changed the columns of what was prepared. */
let outdated = 0;

/** A statement as it is sent; `since` is what had happened when it was prepared. */
type Prepared = { name?: string; text: string; since: number };

/**
 * A statement with the name that it is prepared under: the same for the same text. None when there are too many. After
 * such a migration the text is another one, too: a pooler would find the earlier statement by its text.
 */
export const prepare = (statement: string): Prepared => {
  const text = outdated === 0 ? statement : `${statement} /* ${outdated} */`;
  const name = nameFor(text);
  return { ...(name ? { name } : {}), text, since: outdated };
};

/** Has all statements prepared again, as one of them was outdated. */
export const prepareAgain = (since: number): void => {
  if (since !== outdated) return;
  outdated += 1;
  names.clear();
};

const nameFor = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
};

/** What a select finds, as one JSON value: a column of a statement, or a list beside a row. */
export const list = (select: string): string => `(select coalesce(json_agg(r), '[]') from (${select}) as r)`;

/**
 * A parameter that the planner does not see into, as `opaque('$1', 'uuid[]')`. PostgreSQL plans a statement anew for each short
 * list that it sees, as that looks cheaper than a list of any length; the planning then costs more than the statement.
 */
export const opaque = (parameter: string, type: string): string => `(select ${parameter}::${type})::${type}`;
