import { z } from 'zod';
import { manifests, publishers } from '../manifests.ts';

const url = z.url({ protocol: /^postgres(ql)?$/ }).optional();
const mebibytes = z.coerce.number().int().min(1).max(999_999_999).optional();
const text = z.string().optional();

const ofEach = <T>(names: readonly string[], suffix: string, schema: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_${suffix}`, schema]));

const services = manifests.map(({ name }) => name);

/** The variables that provisioning reads, as itself or from the file that `NAME_FILE` names. */
export const provisionEnvironment = z.object({
  DATABASE_URL: url.describe('PostgreSQL, as a user that may create roles and owns the database or may create it.'),
  DATABASE_NAME: text.describe('The database that all services are in, `staycover` by default.'),
  ...ofEach(services, 'DATABASE_URL', url.describe('The same for this service alone, with its database.')),
  ...ofEach(services, 'DB_PASSWORD', text.describe('The password that the role of this service gets.')),
  GATEWAY_DATABASE_URL: url.describe(
    'The same for what gateways count together; by default the database of all services.',
  ),
  GATEWAY_DB_PASSWORD: text.describe(
    'The password that the role of the gateway gets; without it, in production, each gateway counts for itself.',
  ),
  NATS_URL: text.describe('NATS; several addresses separated by commas.'),
  NATS_USER: text.describe('Administrator at NATS.'),
  NATS_PASSWORD: text.describe('Password of that administrator.'),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional().describe('Copies of each stream.'),
  STREAM_MIB: mebibytes.describe('MiB that each stream holds at most, 1,024 by default.'),
  ...ofEach(publishers, 'STREAM_MIB', mebibytes.describe('The same for the stream of this publisher.')),
});
