import { describe, expect, test } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { findNats } from './nats.ts';
import { createWorldPerTest } from './spec-world.ts';

const world = createWorldPerTest();

describe('NATS', () => {
  test('runs with the configuration of the caller', async () => {
    const server = await findNats({
      ...world.options(true),
      config: ({ port, storeDir }) => `port: ${port}\nserver_name: mine\njetstream { store_dir: "${storeDir}" }`,
    });
    world.servers.push(server);

    const connection = await connect({ servers: server.url });
    expect(connection.info?.server_name).toBe('mine');
    await connection.close();
  });

  test('shows the log of a server that refuses its configuration', async () => {
    await expect(findNats({ ...world.options(true), config: () => 'no_such_option: 1' })).rejects.toThrow(
      /NATS stopped while starting:\n.*no_such_option/s,
    );
  });

  test('NATS_URL is used unchanged, and its password is not printed', async () => {
    process.env.NATS_URL = 'nats://admin:secret@one.example:4222,nats://two.example:4222';

    const server = await findNats(world.options(true));

    expect(server.url).toBe(process.env.NATS_URL);
    expect(world.lines).toEqual(['NATS: using NATS_URL, nats://one.example:4222,nats://two.example:4222']);
  });
});
