import { DomainError, isId, type CalendarDate } from '@staycover/kernel';
import type { PolicyCursor } from '../db/policies.ts';

const MAX_LIST = 1_000;

/** A page of `rows`, fetched with one row more than `limit`, and the link to the next one when there is more. */
export const pageOf = <T>(
  rows: readonly T[],
  limit: number,
  path: string,
  cursorOf: (last: T) => string,
): { page: T[]; headers?: Record<string, string> } => {
  const page = rows.slice(0, limit);
  if (rows.length <= limit) return { page };
  const query = `limit=${limit}&cursor=${encodeURIComponent(cursorOf(page.at(-1)!))}`;
  return { page, headers: { Link: `<${path}${path.includes('?') ? '&' : '?'}${query}>; rel="next"` } };
};

export const limitOf = ({ limit }: { limit?: number | undefined }): number => limit ?? MAX_LIST;

const badCursor = (): DomainError =>
  DomainError.invalid([{ pointer: '?cursor', detail: 'is not one of a Link header' }]);

/** Reads a cursor that is a calendar date. */
export const dateCursor = (cursor: string | undefined): CalendarDate | undefined => {
  if (cursor === undefined) return undefined;
  if (!/^\d{4}-\d\d-\d\d$/.test(cursor)) throw badCursor();
  try {
    return Temporal.PlainDate.from(cursor);
  } catch {
    throw badCursor();
  }
};

export const policyCursorText = ({ termEnd, id }: { termEnd: CalendarDate; id: string }): string => `${termEnd}.${id}`;

/** Reads what `policyCursorText` wrote. */
export const policyCursor = (cursor: string | undefined): PolicyCursor | undefined => {
  if (cursor === undefined) return undefined;
  const [date, policyId = ''] = cursor.split('.', 2);
  if (!isId(policyId)) throw badCursor();
  return { termEnd: dateCursor(date)!, policyId };
};
