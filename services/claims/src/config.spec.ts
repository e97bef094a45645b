import { describe, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

const env = (changes: Record<string, string> = {}) => ({
  DATABASE_URL: 'postgresql://claims@localhost/staycover',
  ...changes,
});
const key = 'k'.repeat(32);

describe('the environment', () => {
  test('needs nothing but a database in development', () => {
    expect(readConfig(env())).toMatchObject({ PORT: 8085, AI_PROVIDER: 'rules', AI_TIMEOUT_MS: 15_000 });
  });

  test.each([
    ['production without a token key', { NODE_ENV: 'production' }, 'CLAIM_TOKEN_KEY: is needed in production'],
    ['a short token key', { CLAIM_TOKEN_KEY: 'short' }, 'CLAIM_TOKEN_KEY'],
    ['an unknown provider', { AI_PROVIDER: 'oracle' }, 'AI_PROVIDER'],
    [
      'a provider without a model',
      { AI_PROVIDER: 'anthropic', AI_API_KEY: 'x' },
      'AI_MODEL: is needed with AI_PROVIDER=anthropic',
    ],
    ['Anthropic without a key', { AI_PROVIDER: 'anthropic', AI_MODEL: 'm' }, 'AI_API_KEY: is needed'],
    [
      'a compatible provider without an address',
      { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' },
      'AI_BASE_URL: is needed',
    ],
  ])('with %s is refused', (_what, changes, fault) => {
    expect(() => readConfig(env(changes))).toThrow(fault);
  });

  test('of production is taken with all that is needed', () => {
    const config = readConfig({
      DATABASE_URL: 'postgresql://claims:long-and-random@db/staycover',
      NODE_ENV: 'production',
      AUTH_MODE: 'jwt',
      AUTH_ISSUER: 'https://id.example',
      AUTH_AUDIENCE: 'staycover',
      AUTH_JWKS_URL: 'https://id.example/keys',
      CLAIM_TOKEN_KEY: key,
      AI_PROVIDER: 'anthropic',
      AI_MODEL: 'm',
      AI_API_KEY: 'x',
    });
    expect(config).toMatchObject({ CLAIM_TOKEN_KEY: key, AI_MODEL: 'm' });
  });
});
