import { readList } from '@staycover/kernel';
import { z } from 'zod';
import { keysFileFault } from './api-keys.ts';

const list = z.string().transform((text) => readList(text, ','));

/** The environment variables for authentication. */
export const authEnvironment = z.object({
  AUTH_MODE: z
    .enum(['off', 'jwt'])
    .default('off')
    .describe('`off` lets everybody do everything: for development only.'),
  AUTH_ISSUER: z.string().min(1).optional().describe('Who signs the tokens, as in their `iss` claim.'),
  AUTH_AUDIENCE: z.string().min(1).optional().describe('Whom the tokens are for: one of their `aud` claims.'),
  AUTH_JWKS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where the issuer publishes its keys.'),
  AUTH_TOKEN_TYPES: list.prefault('at+jwt,jwt').describe('Which `typ` headers a token may have, separated by commas.'),
  API_KEYS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('The file with the hashes of API keys; without it there are none.'),
});

export type AuthEnvironment = z.output<typeof authEnvironment>;

const NEEDED = ['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'] as const;

/** What is missing or wrong for the mode that was chosen, a line each. */
export const authFaults = (env: AuthEnvironment): string[] => {
  if (env.AUTH_MODE === 'off') return [];
  const missing = NEEDED.filter((name) => !env[name]).map((name) => `${name}: is needed with AUTH_MODE=jwt`);
  const fault = env.API_KEYS_FILE && keysFileFault(env.API_KEYS_FILE);
  return fault ? [...missing, `API_KEYS_FILE: ${fault}`] : missing;
};
