import { createHash } from 'node:crypto';

/** Each connection keeps its prepared statements: texts that are composed at run time must not accumulate. */
const MOST = 500;
const names = new Map<string, string>();

/** The name that a statement is prepared under: the same for the same text. None when there are too many. */
export const statementName = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
};

/**
 * A parameter that the planner does not see into, as `opaque('$1', 'uuid[]')`. PostgreSQL plans a statement anew for each short
 * list that it sees, as that looks cheaper than a list of any length; the planning then costs more than the statement.
 */
export const opaque = (parameter: string, type: string): string => `(select ${parameter}::${type})::${type}`;
