import type { CalendarDate } from '@staycover/kernel';
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

export const policyCursorText = ({ termEnd, id }: { termEnd: CalendarDate; id: string }): string => `${termEnd}.${id}`;

/** Reads what `policyCursorText` wrote. */
export const policyCursor = (cursor: string): PolicyCursor => {
  const [date, policyId] = cursor.split('.') as [string, string];
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return { termEnd: Temporal.PlainDate.from({ year, month, day }), policyId };
};
