import { type CalendarDate, present } from '@staycover/kernel';

type PageQuery = { readonly limit: number; readonly cursor?: string | undefined };

/** The header that leads to the next page of a list: same path and filters, from `cursor` on. None without a cursor. */
export const nextPageLink = (path: string, query: PageQuery, cursor: string | undefined): Record<string, string> => {
  if (cursor === undefined) return {};
  const asked = Object.entries(present({ ...query, cursor }));
  return { Link: `<${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}>; rel="next"` };
};

/**
 * A page of `rows`, fetched with one row more than the limit, and the header that links to the next page if there is one.
 * `getCursor` returns the cursor of a row, at which the next page starts.
 */
export const paginate = <T>(
  rows: readonly T[],
  path: string,
  query: PageQuery,
  getCursor: (last: T) => string,
): { page: T[]; headers: Record<string, string> } => {
  const page = rows.slice(0, query.limit);
  return { page, headers: nextPageLink(path, query, rows.length > query.limit ? getCursor(page.at(-1)!) : undefined) };
};

/** Reads a cursor of a day and a key, `2026-11-20.key`; a day that its month does not have stands for the last one. */
export const readDayCursor = (cursor: string): { day: CalendarDate; key: string } => {
  const [year, month, day] = cursor.slice(0, 10).split('-').map(Number) as [number, number, number];
  return { day: Temporal.PlainDate.from({ year, month, day }), key: cursor.slice(11) };
};
