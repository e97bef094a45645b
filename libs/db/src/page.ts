/** `oldest` first, or `newest` first. */
export type Order = 'oldest' | 'newest';

/** A page of a list: its size, the key it starts after, and the order (oldest first by default). */
export type Page<Key = string> = { limit: number; after?: Key | undefined; order?: Order | undefined };

/** The SQL of a page: the comparison with the last key, and the sort direction. */
export const pageInSql = (order: Order = 'oldest'): { beyond: '>' | '<'; sort: 'asc' | 'desc' } =>
  order === 'newest' ? { beyond: '<', sort: 'desc' } : { beyond: '>', sort: 'asc' };

/** How many items, from the first on, have at most `most` parts together, given the parts of each; the first always fits. */
export const fittingCount = (counts: readonly number[], most: number): number => {
  let total = 0;
  const firstBeyond = counts.findIndex((count, index) => {
    total += count;
    return index > 0 && total > most;
  });
  return firstBeyond === -1 ? counts.length : firstBeyond;
};

/** The bytes of a page's rows at most, unless its first row alone has more. */
export const PAGE_BYTES = 8 * 1024 * 1024;
/** How many rows one statement measures. */
export const MEASURED_TOGETHER = 100;

const LARGEST_ROW_BYTES = 256 * 1024;

/** So many rows need not be measured: most lists are no longer, and take one statement. */
const FEW = PAGE_BYTES / LARGEST_ROW_BYTES;

/**
 * A page of rows that have a quarter of a MiB each at most, and the key of its last row when there are more. `select` reads
 * a page, `selectThese` the rows of a page that was measured.
 */
export const readPage = async <Row, Key extends string>(
  asked: Page<Key>,
  { select, selectThese, measure, getKey }: PageReader<Row, Key>,
): Promise<{ page: Row[]; next: Key | undefined }> => {
  const few = Math.min(asked.limit, FEW);
  const first = await select({ ...asked, limit: few + 1 });
  if (first.length <= few) return { page: first, next: undefined };
  if (asked.limit === few) return { page: first.slice(0, few), next: getKey(first[few - 1]!) };
  const { keys, hasMore } = await measurePage(asked, measure);
  return { page: await selectThese(keys), next: hasMore ? keys.at(-1) : undefined };
};

type PageReader<Row, Key> = {
  select: (page: Page<Key>) => Promise<Row[]>;
  selectThese: (keys: readonly Key[]) => Promise<Row[]>;
  measure: (page: Page<Key>) => Promise<Measured<Key>[]>;
  getKey: (row: Row) => Key;
};

/** What a row of a list is known by, and its bytes as text. */
export type Measured<Key> = { key: Key; bytes: number };

/**
 * The keys of a page, which ends early when its rows have more than 8 MiB together, and whether more rows follow.
 * `measure` selects a page of sizes.
 */
export const measurePage = async <Key>(
  { limit, after, order }: Page<Key>,
  measure: (page: Page<Key>) => Promise<Measured<Key>[]>,
): Promise<{ keys: Key[]; hasMore: boolean }> => {
  const found: Measured<Key>[] = [];
  for (let bytes = 0; found.length <= limit && bytes <= PAGE_BYTES; ) {
    const asked = Math.min(MEASURED_TOGETHER, limit + 1 - found.length);
    const rows = await measure({ limit: asked, after: found.at(-1)?.key ?? after, order });
    found.push(...rows);
    bytes += rows.reduce((sum, row) => sum + row.bytes, 0);
    if (rows.length < asked) break;
  }
  const fitting = fittingCount(
    found.map(({ bytes }) => bytes),
    PAGE_BYTES,
  );
  const keys = found.slice(0, Math.min(limit, fitting)).map(({ key }) => key);
  return { keys, hasMore: found.length > keys.length };
};
