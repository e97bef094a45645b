import { listenPort, parseEnvironment, type ServiceConfig, serviceEnvironment, whole } from '@staycover/service';
import { z } from 'zod';

/** Whoever reads this file knows it: production must bring its own. */
const DEVELOPMENT_KEY = 'development-only-claim-token-key';

/** How claim tokens are kept, what callers may ask, and who assesses besides the rules. */
export const claimsSettings = z.object({
  CLAIM_TOKEN_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('Secret of at least 32 characters that claim tokens are sealed and found with.'),
  LOOKUPS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe(
      'Reservation lookups and submissions of a guest, and failed lookups of a caller with a role, by account, or by address ' +
        'without one; counted by all replicas together.',
    ),
  AI_PROVIDER: z
    .enum(['rules', 'anthropic', 'openai-compatible'])
    .default('rules')
    .describe(
      'Assessor of claims besides the embedded rules, which always bound its result and replace it on failure.',
    ),
  AI_MODEL: z.string().min(1).optional().describe('Name of the model.'),
  AI_API_KEY: z.string().min(1).optional().describe('Key for the provider.'),
  AI_BASE_URL: z.url().optional().describe("Address of the provider's API, e.g. `https://api.anthropic.com/v1`."),
  AI_TIMEOUT_MS: whole(100, 60_000)
    .default(15_000)
    .describe('Milliseconds that the model may take; then the rules answer.'),
  AI_FOLLOWUPS_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(1)
    .default(60)
    .describe('Follow-ups that an organization may ask for, counted by all replicas together.'),
});

export const environment = serviceEnvironment.extend({
  PORT: listenPort(8085),
  ...claimsSettings.shape,
});

type ClaimsSettings = z.output<typeof claimsSettings>;
export type ClaimsConfig = ServiceConfig & ClaimsSettings;

const needs = (config: ClaimsConfig): string[] => {
  const { AI_PROVIDER: provider, NODE_ENV } = config;
  const conditions: [keyof ClaimsSettings, boolean, string][] = [
    ['CLAIM_TOKEN_KEY', NODE_ENV === 'production', 'in production; set it to at least 32 random characters'],
    ['AI_MODEL', provider !== 'rules', `with AI_PROVIDER=${provider}`],
    ['AI_API_KEY', provider === 'anthropic', `with AI_PROVIDER=${provider}`],
    ['AI_BASE_URL', provider === 'openai-compatible', `with AI_PROVIDER=${provider}`],
  ];
  return conditions
    .filter(([name, isNeeded]) => isNeeded && (config[name] === undefined || config[name] === DEVELOPMENT_KEY))
    .map(([name, , why]) => `${name}: is needed ${why}`);
};

export const readConfig = (env: unknown = process.env): ClaimsConfig => parseEnvironment(environment, env, needs);

export const claimTokenKey = ({ CLAIM_TOKEN_KEY }: ClaimsConfig): string => CLAIM_TOKEN_KEY ?? DEVELOPMENT_KEY;
