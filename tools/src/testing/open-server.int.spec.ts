import { expect, test } from '@jest/globals';
import { findNats } from '@staycover/infra';
import { refuseOpenServer } from './open-server.ts';

test('a NATS of others is refused where all would share one account, and taken where each has its own', async () => {
  const open = await findNats({ dataDir: '.data/test', ephemeral: true, say: () => undefined });
  await expect(refuseOpenServer(open.url)).rejects.toThrow('specs need accounts worker1');
  await open.stop();
  await expect(refuseOpenServer(process.env['TEST_NATS_URL']!)).resolves.toBeUndefined();
});
