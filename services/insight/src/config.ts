import { parseEnvironment, type ServiceConfig, serviceEnvironment } from '@staycover/service';
import { z } from 'zod';

/** Whoever reads this file knows it: production must bring its own. */
const DEVELOPMENT_KEY = 'development-only-webhook-secret-key';

export const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8086).describe('Where it listens.'),
  STREAM_MINUTES: z.coerce
    .number()
    .positive()
    .max(1_440)
    .default(30)
    .describe('Minutes after which a live stream ends, for its client to come again.'),
  WEBHOOK_SECRET_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('Secret of at least 32 characters that the secrets of webhook endpoints are sealed with.'),
  WEBHOOK_TARGETS: z
    .enum(['public', 'local'])
    .default('public')
    .describe(
      '`public`: events are sent to public addresses by https. `local` also allows http and this machine, which `npm start` sets.',
    ),
  WEBHOOK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(15_000)
    .default(15_000)
    .describe('Milliseconds that a webhook endpoint may take to answer.'),
});

type Settings = z.output<typeof environment>;

/** What `startService` needs, and settings of its own, where specs leave out what they do not need. */
export type InsightConfig = ServiceConfig & Partial<Settings>;

const faults = ({ NODE_ENV, WEBHOOK_SECRET_KEY, WEBHOOK_TARGETS }: Settings): string[] => {
  if (NODE_ENV !== 'production') return [];
  return [
    ...(WEBHOOK_SECRET_KEY === undefined
      ? ['WEBHOOK_SECRET_KEY: is needed in production; set it to at least 32 random characters']
      : []),
    ...(WEBHOOK_TARGETS === 'local'
      ? ['WEBHOOK_TARGETS: is local, which production refuses; anyone with an account could call this machine']
      : []),
  ];
};

export const readConfig = (env: unknown = process.env): InsightConfig => parseEnvironment(environment, env, faults);

/** The settings of webhooks. */
export const webhookSettings = ({ WEBHOOK_SECRET_KEY, WEBHOOK_TARGETS, WEBHOOK_TIMEOUT_MS }: InsightConfig) => ({
  secretKey: WEBHOOK_SECRET_KEY ?? DEVELOPMENT_KEY,
  targets: WEBHOOK_TARGETS ?? 'public',
  withinMs: WEBHOOK_TIMEOUT_MS,
});
