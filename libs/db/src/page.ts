/** `oldest` first, or `newest` first. */
export type Order = 'oldest' | 'newest';

/** A page of a list: its size, the key it starts after, and the order (oldest first by default). */
export type Page<Key = string> = { limit: number; after?: Key | undefined; order?: Order | undefined };

/** The SQL of a page: the comparison with the last key, and the sort direction. */
export const pageInSql = (order: Order = 'oldest'): { beyond: '>' | '<'; sort: 'asc' | 'desc' } =>
  order === 'newest' ? { beyond: '<', sort: 'desc' } : { beyond: '>', sort: 'asc' };

/** The same for an entity manager, for a list sorted by id. */
export const pageById = ({ limit, after, order }: Page) => ({
  where: after === undefined ? {} : { id: order === 'newest' ? { $lt: after } : { $gt: after } },
  options: { orderBy: { id: pageInSql(order).sort }, limit },
});

/** How many items, from the first on, have at most `most` parts together, given the parts of each; the first always fits. */
export const fittingCount = (counts: readonly number[], most: number): number => {
  let total = 0;
  const firstBeyond = counts.findIndex((count, index) => {
    total += count;
    return index > 0 && total > most;
  });
  return firstBeyond === -1 ? counts.length : firstBeyond;
};
