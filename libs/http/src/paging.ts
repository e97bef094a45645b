type PageQuery = { readonly limit: number; readonly cursor?: string | undefined };

/** The header that leads to the next page of a list: same path and filters, from `cursor` on. */
export const nextPageLink = (path: string, query: PageQuery, cursor: string): { Link: string } => {
  const asked = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
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
  return { page, headers: rows.length > query.limit ? nextPageLink(path, query, getCursor(page.at(-1)!)) : {} };
};
