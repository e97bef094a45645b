import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fields } from '@staycover/api';
import { events, inboundEvents, publishers } from '@staycover/events';
import { type DurableConsumer, durableName, streamName } from '@staycover/messaging';
import { z } from 'zod';

const inboundNames = Object.values(inboundEvents).map(({ name }) => name);
const published = events.filter(({ service }) => service !== 'inbound');
const kinds = published.map(({ service, name }) => `${service}.${name}`);

const kind = z.enum(kinds);
const every = z.literal('*');

/** How another system on the platform's NATS is declared. */
export const natsSystem = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
    organizations: z.union([every, z.array(fields.organizationId).min(1)]),
    publishes: z.array(z.enum(inboundNames)).default([]),
    hears: z.union([every, z.array(kind)]).default([]),
    consumes: z.array(kind).default([]),
  })
  .refine(({ name }) => !['admin', 'visitor', ...publishers].some((taken) => taken === name), {
    path: ['name'],
    message: 'is a name of the platform',
  })
  .refine((system) => !isListener(system) || system.publishes.length + system.consumes.length === 0, {
    path: ['hears'],
    message: 'is for systems that only hear; others consume',
  });

/**
 * Another system on the platform's NATS: its login, its organizations (`*` for all), the inbound events it may publish
 * and the events that it consumes through its own durable consumers; or else the events that it listens to.
 */
export type NatsSystem = z.output<typeof natsSystem>;

/** Whether a system only listens. */
export const isListener = ({ hears }: { hears: '*' | readonly string[] }): boolean => hears.length > 0;

const NatsSystems = z
  .array(natsSystem)
  .refine((systems) => new Set(systems.map(({ name }) => name)).size === systems.length, 'names must differ');

/** Reads and checks declarations of systems. */
export const parseNatsSystems = (json: unknown): NatsSystem[] => NatsSystems.parse(json);

const ROOT = resolve(import.meta.dirname, '../../..');
const DECLARED = 'deploy/nats/systems.json';

/** The file that declares systems, as the environment names it. */
export const systemsFile = (): string => process.env['NATS_SYSTEMS_FILE'] || DECLARED;

/** The systems that `NATS_SYSTEMS_FILE` declares, by default those of `deploy/nats/systems.json`. */
export const natsSystems = (file = process.env['NATS_SYSTEMS_FILE'] || resolve(ROOT, DECLARED)): NatsSystem[] => {
  const parsed = NatsSystems.safeParse(readJson(file));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new Error(`${file} declares no proper systems: ${faults.join('; ')}`);
};

const readJson = (file: string): unknown => {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is no JSON: ${(cause as Error).message}`, { cause });
  }
};

/** The last tokens of the subjects that a system may see. */
export const organizationTokens = ({ organizations }: NatsSystem): readonly string[] =>
  organizations === '*' ? ['*'] : organizations;

/** The durable consumers of a system: one for each event and organization, since a filter is one subject. */
export const systemConsumers = (system: NatsSystem): DurableConsumer[] =>
  system.consumes.flatMap((wanted) => {
    const event = published[kinds.indexOf(wanted)]!;
    return organizationTokens(system).map((organization) => ({
      stream: streamName(event.service),
      durable: `${durableName(system.name, event)}-${organization === '*' ? 'all-organizations' : organization}`,
      filter: `${event.subjectPrefix}.${organization}`,
    }));
  });
