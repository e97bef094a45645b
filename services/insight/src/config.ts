import { parseEnvironment, serviceEnvironment } from '@staycover/service';
import { z } from 'zod';

export const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8086).describe('Where it listens.'),
  STREAM_MINUTES: z.coerce
    .number()
    .positive()
    .max(1_440)
    .default(30)
    .describe('Minutes after which a live stream ends, for its client to come again.'),
});

export type InsightConfig = z.output<typeof environment>;

export const readConfig = (env: unknown = process.env): InsightConfig => parseEnvironment(environment, env);
