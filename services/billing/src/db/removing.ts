import { together, type Work } from '@staycover/change';
import { execute } from '@staycover/db';
import { statementPortions } from './statement-portions.ts';

type Asked = { tx: Work; lineIds: readonly string[] };

/** What removes the rows of lines by a statement with their ids: in portions, and with others of the same transaction. */
export const removing = (sql: string): ((tx: Work, lineIds: readonly string[]) => Promise<void>) => {
  const remove = together<Asked, undefined>(
    ({ lineIds }) => lineIds[0]!,
    async (tx, asked) => {
      const all = asked.flatMap(({ lineIds }) => lineIds);
      for (const batch of statementPortions(all)) await execute(tx, sql, [batch]);
      return asked.map(() => undefined);
    },
  );
  return async (tx, lineIds) => {
    if (lineIds.length > 0) await remove({ tx, lineIds });
  };
};
