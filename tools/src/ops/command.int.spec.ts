import { expect, test } from '@jest/globals';
import { connectNats } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { createTestNats } from '@staycover/testing';
import { withUrl } from '../provisioning/databases.ts';
import { withNats } from './command.ts';

test('commands and services use the login that an address of NATS has', async () => {
  const { url, user, password } = await createTestNats([]);
  const withLogin = withUrl(url, { user: user!, password: password! });
  const servers = { databases: undefined, nats: { url: withLogin } };
  expect(await withNats(servers, async ({ info }) => info?.jetstream)).toBe(true);
  const logger = createLogger('test', { level: 'silent' });
  const nats = await connectNats({ url: withLogin, service: 'contract', logger });
  expect(nats.isConnected()).toBe(true);
  await nats.close();
});
