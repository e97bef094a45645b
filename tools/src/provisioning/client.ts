import pg from 'pg';

/** A client of the provisioner, not connected yet. A server that takes the connection and does not answer is given up. */
export const provisioningClient = (url: string): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'provision',
    connectionTimeoutMillis: 5_000,
  });
  // What is asked then fails with it.
  client.on('error', () => undefined);
  return client;
};
