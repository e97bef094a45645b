import { parseEnvironment, type ServiceConfig, serviceEnvironment } from '@staycover/service';
import { z } from 'zod';

export const environment = serviceEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8081).describe('Where it listens.'),
  SUSPEND_COVER_ON_INVOICE_SUSPENDED: z
    .stringbool()
    .default(false)
    .describe('Whether an invoice that billing suspends suspends its policy.'),
});

export type PolicyConfig = ServiceConfig & { SUSPEND_COVER_ON_INVOICE_SUSPENDED?: boolean };

export const readConfig = (env: unknown = process.env): PolicyConfig => parseEnvironment(environment, env);
