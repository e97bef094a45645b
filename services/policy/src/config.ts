import { type Issuer, issuerSettings } from '@staycover/print';
import { listenPort, parseEnvironment, type ServiceConfig, serviceEnvironment, whole } from '@staycover/service';
import { z } from 'zod';

export const environment = serviceEnvironment.extend({
  PORT: listenPort(8081),
  SUSPEND_COVER_ON_INVOICE_SUSPENDED: z
    .stringbool()
    .default(false)
    .describe('Whether an invoice that billing suspends suspends its policy until it is paid or void.'),
  NON_PAYMENT_NOTICE_DAYS: whole(0, 3650)
    .default(10)
    .describe('Days between a cancellation for non-payment and the end of cover.'),
  ...issuerSettings.shape,
});

export type PolicyConfig = ServiceConfig &
  Issuer & {
    SUSPEND_COVER_ON_INVOICE_SUSPENDED?: boolean;
    NON_PAYMENT_NOTICE_DAYS?: number;
  };

export const readConfig = (env: unknown = process.env): PolicyConfig => parseEnvironment(environment, env);
