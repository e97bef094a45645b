import { publishers } from '@staycover/events';
import type { Actor } from '@staycover/kernel';
import {
  type Manifest,
  type Overrides,
  type Platform,
  type RunningService,
  startService,
  type Wiring,
} from '@staycover/service';
import { type InsightConfig, STREAM_MINUTES } from './config.ts';
import { countedMails } from './db/counted.ts';
import { entities } from './db/entities.ts';
import { listEvents, readHead } from './db/events.ts';
import { gauges } from './db/gauges.ts';
import { migrations } from './db/migrations/index.ts';
import { insightRoutes } from './http/routes.ts';
import { openMails } from './mails.ts';
import { storeEvents, storeLate } from './messages/store.ts';
import { createTail } from './use-cases/tail.ts';
import { openWebhooks } from './webhooks.ts';

export { readConfig } from './config.ts';

export const manifest: Manifest = { name: 'insight', migrations, consumes: [], follows: publishers };

const DAYS_OF_PAYLOADS = 30;
/** A mail may have to wait for a due date that is far ahead. */
const NO_MAIL_WAITS = `not exists (select from mail where mail.position = payload.position and mail.status = 'WAITING')`;
/** Longer than an event may come again, for which there is one mail. */
const DAYS_OF_MAILS = 90;

/** Shared stream data is read without a caller's scope; each stream filters by its caller's permissions. */
const allStreams: Actor = { id: 'system:insight', organizations: '*', roles: [] };

/** Wires the insight service and starts it. */
export const compose = (config: InsightConfig, overrides?: Overrides): Promise<RunningService> => {
  const wire = (platform: Platform): Wiring => {
    const { database, logger } = platform;
    const tail = createTail({
      head: () => readHead(database),
      after: (position, limit) => listEvents(database, allStreams, {}, { limit, after: position }),
      onError: (error) => logger.warn({ error: String(error) }, 'new events could not be read'),
    });
    const webhooks = openWebhooks(platform, config);
    const mails = openMails(platform, config);
    const streams = { tail, lastsMs: (config.STREAM_MINUTES ?? STREAM_MINUTES) * 60_000 };
    return {
      routes: [...insightRoutes(platform, streams), ...webhooks.routes, ...mails.routes],
      counted: [countedMails],
      gauges,
      subscriptions: [],
      follow: { publishers, store: storeEvents, storeLate: storeLate(database) },
      leftovers: [
        { table: 'payload', since: 'stored_at', days: DAYS_OF_PAYLOADS, where: NO_MAIL_WAITS },
        { table: 'webhook_delivery', since: 'stored_at', days: DAYS_OF_PAYLOADS },
        { table: 'webhook_attempt', since: 'at', days: DAYS_OF_PAYLOADS },
        { table: 'mail', since: 'event_at', days: DAYS_OF_MAILS, where: `status <> 'WAITING'` },
      ],
      stop: async () => void (await Promise.all([tail.stop(), webhooks.stop(), mails.stop()])),
    };
  };
  return startService({ name: manifest.name, entities, migrations, wire }, config, overrides);
};
