import type { Database } from '@staycover/change';

/** Counts the statements of transactions, the rows that they read and wrote, and the most of one, while `work` runs. */
export const countingStatements = async (
  database: Database,
  work: () => Promise<unknown>,
): Promise<{ statements: number; rows: number; mostRows: number }> => {
  const counted = { statements: 0, rows: 0, mostRows: 0 };
  const { connect } = database;
  database.connect = (use) =>
    connect((client) => {
      const run = async (...args: unknown[]) => {
        const result = await (client.query as unknown as (...all: unknown[]) => Promise<{ rowCount: number | null }>)(
          ...args,
        );
        counted.statements += 1;
        counted.rows += result.rowCount ?? 0;
        counted.mostRows = Math.max(counted.mostRows, result.rowCount ?? 0);
        return result;
      };
      const counting = new Proxy(client, {
        get: (target, member) => {
          if (member === 'query') return run.bind(target);
          const value: unknown = Reflect.get(target, member);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
      return use(counting);
    });
  try {
    await work();
    return counted;
  } finally {
    database.connect = connect;
  }
};
