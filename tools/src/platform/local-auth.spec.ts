import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type LocalAuth, startLocalAuth } from './local-auth.ts';

const before = process.env;
const NAMED = 'whsec_c2VjcmV0LW9mLXRoZS1lbnZpcm9ubWVudA==';
let auth: LocalAuth | undefined;

beforeEach(() => {
  process.env = { ...before };
  for (const name of ['CRM_WEBHOOK_SECRETS', 'CRM_WEBHOOK_SECRETS_FILE']) delete process.env[name];
});

afterEach(async () => {
  process.env = before;
  await auth?.stop();
});

const startWith = async (env: Record<string, string>, ephemeral = false): Promise<LocalAuth> => {
  Object.assign(process.env, env);
  auth = await startLocalAuth({ dataDir: '/nowhere', ephemeral });
  return auth;
};

test.each([
  ['where the environment has none', {}, false],
  ['where that of the environment is empty', { CRM_WEBHOOK_SECRETS: '' }, false],
  ['for a platform that is thrown away', { CRM_WEBHOOK_SECRETS: NAMED }, true],
])('a webhook secret is made %s', async (_where, env, ephemeral) => {
  const { environment, webhookSecret } = await startWith(env, ephemeral);
  expect(webhookSecret).toMatch(/^whsec_[\w+/]{32}$/);
  expect(webhookSecret).not.toBe(NAMED);
  expect(environment['CRM_WEBHOOK_SECRETS']).toBe(webhookSecret);
});

test.each([
  ['CRM_WEBHOOK_SECRETS', NAMED],
  ['CRM_WEBHOOK_SECRETS_FILE', '/run/secrets/crm'],
])('the webhook secrets of the environment are used as %s has them', async (name, value) => {
  const { environment, webhookSecret } = await startWith({ [name]: value });
  expect(webhookSecret).toBeUndefined();
  expect(environment).not.toHaveProperty('CRM_WEBHOOK_SECRETS');
});
