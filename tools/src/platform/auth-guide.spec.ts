import { expect, test } from '@jest/globals';
import { everyRole } from '@staycover/kernel';
import { parseNatsSystems } from '../provisioning/nats-systems.ts';
import { authGuide } from './auth-guide.ts';
import type { LocalAuth } from './local-auth.ts';
import type { NatsLogin } from './nats.ts';

const auth = {
  environment: { AUTH_ISSUER: 'http://localhost:9000' },
  webhookSecret: 'whsec_of-this-run',
  tokens: { acme: 'a', globex: 'g', underwriter: 'u', finance: 'f', adjuster: 'j', ops: everyRole.join() },
} as unknown as LocalAuth;
const systems = parseNatsSystems([
  { name: 'acme-pms', organizations: ['acme'], publishes: ['claim-submitted'] },
  { name: 'listener', organizations: '*', hears: '*' },
]);
const guideWith = (natsLogin: (user: string) => NatsLogin): string =>
  authGuide('http://localhost:8080', auth, natsLogin, systems);

test('the guide has the passwords that were made for other systems', () => {
  const guide = guideWith((user) => ({ user, password: `of-${user}` }));
  expect(guide).toContain('    acme-pms  of-acme-pms\n    listener  of-listener\n');
});

test('the guide leaves out the login of a NATS that the environment names', () => {
  const guide = guideWith(() => ({ user: 'admin', password: 'secret-of-the-environment' }));
  expect(guide).not.toContain('secret-of-the-environment');
  expect(guide).not.toContain('acme-pms');
  expect(guide).toContain('whsec_of-this-run\n\nTry next:');
});

test('the guide names the webhook secrets of the environment, and shows none', () => {
  const guide = authGuide(
    'http://localhost:8080',
    { ...auth, webhookSecret: undefined },
    (user) => ({ user: 'admin', password: user }),
    systems,
  );
  expect(guide).toContain('\n  CRM_WEBHOOK_SECRETS of the environment\n\nTry next:');
});
