/** `oldest` first, or `newest` first. */
export type Order = 'oldest' | 'newest';

/** Which rows of a list: so many, after the one with this key, in this order (the oldest first without one). */
export type Page<Key = string> = { limit: number; after?: Key | undefined; order?: Order | undefined };

/** How a page goes on in SQL: what compares the next key with the one before, and which way keys are sorted. */
export const pageInSql = (order: Order = 'oldest'): { beyond: '>' | '<'; sort: 'asc' | 'desc' } =>
  order === 'newest' ? { beyond: '<', sort: 'desc' } : { beyond: '>', sort: 'asc' };

/** The same for an entity manager, of a list by id. */
export const pageById = ({ limit, after, order }: Page) => ({
  where: after === undefined ? {} : { id: order === 'newest' ? { $lt: after } : { $gt: after } },
  options: { orderBy: { id: pageInSql(order).sort }, limit },
});
