import { describe, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

describe('the environment', () => {
  test.each([
    [
      'secrets separated by semicolons',
      { STRIPE_WEBHOOK_SECRETS: 'whsec_first;whsec_second' },
      'STRIPE_WEBHOOK_SECRETS',
    ],
    [
      'fees of more than all',
      { PARTNER_FEE_PERCENT: '80', SERVICE_FEE_PERCENT: '20.5' },
      'PARTNER_FEE_PERCENT: is with',
    ],
    [
      'no webhook secret in production',
      { NODE_ENV: 'production', STRIPE_API_KEY: 'sk' },
      'STRIPE_WEBHOOK_SECRETS: is needed',
    ],
  ])('with %s is refused', (_what, changes, fault) => {
    expect(() => readConfig({ DATABASE_URL: 'postgresql://billing@localhost/staycover', ...changes })).toThrow(fault);
  });
});
