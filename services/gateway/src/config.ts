import { parseEnvironment, processEnvironment } from '@staycover/service';
import { z } from 'zod';

const upstream = (port: number) => z.url().default(`http://127.0.0.1:${port}`);

const environment = processEnvironment.extend({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  POLICY_URL: upstream(8081),
  CONTRACT_URL: upstream(8082),
  BILLING_URL: upstream(8083),
  RENEWAL_URL: upstream(8084),
  CLAIMS_URL: upstream(8085),
  /** Milliseconds an upstream may take to answer. */
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
});

export type GatewayConfig = z.output<typeof environment>;

export const readConfig = (env: unknown = process.env): GatewayConfig => parseEnvironment(environment, env);
