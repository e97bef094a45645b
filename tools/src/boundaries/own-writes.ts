/** State changes in a service's source outside libs/change: writes to an aggregate's table, own transactions. */
export const ownWrites = (file: string, source: string, aggregates: readonly string[]): string[] => {
  const writes = new RegExp(`\\b(insert into|update|delete from) (${aggregates.join('|')})\\b(?! of)`, 'gi');
  const transactions = /\.transaction(al)?\(|\bappendEvents\(/g;
  return [...source.matchAll(writes), ...source.matchAll(transactions)].map(([found]) => `${file}: ${found}`);
};

/** The tables of the aggregates that an `entities.ts` declares. */
export const aggregateTables = (entities: string): string[] =>
  [...entities.matchAll(/tableName: '(\w+)'/g)].map(([, table]) => table!);
