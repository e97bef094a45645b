import { connect } from '@nats-io/transport-node';

/**
 * Specs delete all streams of the account of their worker. A server of others that lets anyone in has one account for all.
 * @throws Error for such a server.
 */
export const refuseOpenServer = async (url: string): Promise<void> => {
  const login = { user: 'no worker', pass: 'no password' };
  const connection = await connect({ servers: url.split(','), timeout: 3_000, ...login }).catch(() => undefined);
  if (!connection) return;
  await connection.close();
  throw new Error(
    'NATS_URL lets anyone in: specs need accounts worker1, worker2 and so on, and would delete all streams. Unset it.',
  );
};
