import type { z } from 'zod';
import { environments } from '../docs/environments.ts';
import { manifests } from '../manifests.ts';
import { provisionEnvironment } from '../provisioning/environment.ts';

/** How an environment variable comes into a pod: as a setting, from a secret, or made by the chart's templates; or that it may not. */
export type Variables = { settings: Record<string, z.ZodType>; secrets: string[]; made: string[]; refused: string[] };

const SECRET = /(_KEY|_SECRETS|_PASSWORD|DATABASE_URL|SMTP_URL)$/;

/** Variables that the templates derive from other values. */
const MADE = 'HOST PORT METRICS_PORT DRAIN_SECONDS NATS_URL NATS_DOMAIN API_KEYS_FILE CRM_MAPPING_FILE'
  .split(' ')
  .concat(manifests.map(({ name }) => `${name.toUpperCase()}_URL`));

/** Pods have a read-only root: what they log goes to standard output. */
const REFUSED = ['LOG_FILE'];

const sorted = (schema: z.ZodObject, made: readonly string[]): Variables => {
  const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
  const own = entries.filter(([name]) => ![...made, ...REFUSED].includes(name));
  return {
    settings: Object.fromEntries(own.filter(([name]) => !SECRET.test(name))),
    secrets: own.map(([name]) => name).filter((name) => SECRET.test(name)),
    made: entries.map(([name]) => name).filter((name) => made.includes(name)),
    refused: REFUSED.filter((name) => name in schema.shape),
  };
};

/** The variables of each component of the chart. */
export const variables: Readonly<Record<string, Variables>> = {
  ...Object.fromEntries(
    Object.entries(environments).map(([service, schema]) => [service, sorted(schema, [...MADE, 'NATS_USER'])]),
  ),
  provision: sorted(provisionEnvironment, MADE),
};
