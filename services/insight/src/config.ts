import { listenPort, parseEnvironment, type ServiceConfig, serviceEnvironment, whole } from '@staycover/service';
import { z } from 'zod';
import { readTemplates } from './adapters/mail-templates.ts';
import type { MailPauses } from './use-cases/send-mails.ts';

/** Whoever reads this file knows it: production must bring its own. */
const DEVELOPMENT_KEY = 'development-only-webhook-secret-key';

/** How long a live stream lasts, unless the environment has it. */
export const STREAM_MINUTES = 30;

export const environment = serviceEnvironment.extend({
  PORT: listenPort(8086),
  STREAM_MINUTES: z.coerce
    .number()
    .positive()
    .max(1_440)
    .default(STREAM_MINUTES)
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
  WEBHOOK_TIMEOUT_MS: whole(100, 15_000)
    .default(15_000)
    .describe('Milliseconds that a webhook endpoint may take to answer.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'The mail server, `smtp://` with STARTTLS (which production insists on) or `smtps://`, with user and password; without it ' +
        'no mails are sent.',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/, {
      error: 'must be an address, or a name with an address: `Staycover <notices@example.org>`',
    })
    .optional()
    .describe('Whom mails are from, and where they bounce to: `Staycover <notices@example.org>`.'),
  MAIL_TEMPLATES: z
    .string()
    .optional()
    .describe('A folder with templates of mails that stand before ours, such as `renewal-notice.txt`.'),
});

type Settings = z.output<typeof environment>;

/** The settings of `startService`, and its own, which specs leave out as far as they do not need them. */
export type InsightConfig = ServiceConfig & Partial<Settings> & { mailPauses?: MailPauses };

const templateFaults = ({ MAIL_TEMPLATES }: Settings): string[] => {
  try {
    readTemplates(MAIL_TEMPLATES);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
};

const mailFaults = (settings: Settings): string[] => [
  ...(settings.SMTP_URL !== undefined && settings.MAIL_FROM === undefined
    ? ['MAIL_FROM: is needed with SMTP_URL; set it to the address that mails are from']
    : []),
  ...templateFaults(settings),
];

const faults = (settings: Settings): string[] => {
  const { NODE_ENV, WEBHOOK_SECRET_KEY, WEBHOOK_TARGETS } = settings;
  if (NODE_ENV !== 'production') return mailFaults(settings);
  return [
    ...mailFaults(settings),
    ...(WEBHOOK_SECRET_KEY === undefined || WEBHOOK_SECRET_KEY === DEVELOPMENT_KEY
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

/** The settings of mails; none where no mail server is set. */
export const mailSettings = ({ NODE_ENV, SMTP_URL: url, MAIL_FROM: from }: InsightConfig) =>
  url === undefined || from === undefined ? undefined : { url, from, requireTls: NODE_ENV === 'production' };
