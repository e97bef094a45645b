import pg from 'pg';

/** Works on a database by a client of its own. */
export const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** The SQLSTATE that a statement fails with; undefined when it does not. */
export const failure = (client: pg.Client, sql: string): Promise<string | undefined> =>
  client.query(sql).then(
    () => undefined,
    (error: pg.DatabaseError) => error.code,
  );
