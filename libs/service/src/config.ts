import { readFileSync } from 'node:fs';
import { personalMembers } from '@staycover/api';
import { authEnvironment, authFaults } from '@staycover/auth';
import { readList } from '@staycover/kernel';
import { createLogger, type Logger } from '@staycover/telemetry';
import { z } from 'zod';

const isPlainAddress = (text: string): boolean => {
  const { username, password } = new URL(text);
  return username === '' && password === '' && !/[?#]/.test(text);
};

/** `nats://user:password@host:4222`; of these only the host is needed, and without a scheme there is no login. */
const isNatsAddress = (text: string): boolean => {
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  return (hasScheme || !text.includes('@')) && !!URL.parse(hasScheme ? text : `nats://${text}`)?.hostname;
};

const isNats = (text: string): boolean => {
  const addresses = readList(text, ',');
  return addresses.length > 0 && addresses.every(isNatsAddress);
};

/** A setting that is a whole number within bounds. */
export const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** Where a process listens when the environment names no port. */
export const listenPort = (usual: number) => whole(0, 65_535).default(usual).describe('Where it listens.');

/** The environment of every process. */
export const processEnvironment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'])
    .default('development')
    .describe('`production` refuses to start with what is only fit for a developer.'),
  HOST: z.string().default('127.0.0.1').describe('The address it listens on.'),
  PORT: listenPort(0),
  METRICS_PORT: whole(0, 65_535)
    .optional()
    .describe(
      'Where Prometheus asks, apart from requests; without it, /metrics is on the main port, at the gateway not in production.',
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isPlainAddress, { error: 'must have no login, query or fragment' })
    .overwrite((url) => url.replace(/\/+$/, ''))
    .default('http://localhost:8080')
    .describe('Where clients reach the gateway; the base of problem types and links.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('The least severe log lines that are written.'),
  LOG_FILE: z.string().optional().describe('A file that log lines are appended to, instead of standard output.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Seconds of serving on after readiness turned to 503, for load balancers to notice; part of the 25 s that an end may take.',
    ),
  SANDBOX: z
    .enum(['on', 'off'])
    .default('off')
    .describe('`on` lets `POST /sandbox/clock` move the time of all services but insight.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url()
    .optional()
    .describe('Where traces go, OTLP over HTTP, e.g. http://collector:4318; without it none are recorded.'),
  CELL: whole(0, 1023)
    .default(0)
    .describe('Which of several platforms this is, each with its own organizations; its ids contain the number.'),
  TRACE_RATIO: z.coerce.number().min(0).max(1).default(1).describe('The share of traces that is recorded.'),
  ...authEnvironment.shape,
});

/** The environment of a service with a database and events. */
export const serviceEnvironment = processEnvironment.extend({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('PostgreSQL, as the own role of the service. `?host=/folder` uses the socket there.'),
  RELAY_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database past a pooler such as PgBouncer in transaction mode, for the one session that holds a lock; without ' +
        'it `DATABASE_URL`.',
    ),
  DATABASE_POOL: whole(1, 200).default(10).describe('Connections of one replica; its relay has one more.'),
  ORGANIZATION_MIB_PER_DAY: z.coerce
    .number()
    .positive()
    .optional()
    .describe(
      'MiB of events that an organization may cause here in a day, by requests and by events of its own, counted by all ' +
        'replicas together; without it 256 when authentication is on, unlimited when it is off.',
    ),
  ORGANIZATION_MIB_PER_MONTH: z.coerce
    .number()
    .positive()
    .optional()
    .describe(
      'MiB that the events of an organization may take of the stream, which keeps 30 days, counted in the outbox; without ' +
        'it 256 (a quarter of a stream of 1,024) when authentication is on, unlimited when it is off.',
    ),
  DEAD_LETTER_DAYS: z.coerce
    .number()
    .int()
    .min(31)
    .default(180)
    .describe('Days that events which were given up are kept, resolved or not.'),
  RECEIVED_DAYS: z.coerce
    .number()
    .int()
    .min(31)
    .default(180)
    .describe('Days that deals and events of the payment provider are kept as they came, once they are settled.'),
  NATS_URL: z
    .string()
    .refine(isNats, { error: 'must be addresses, as nats://host:4222' })
    .default('nats://127.0.0.1:4222')
    .describe('NATS; several addresses separated by commas.'),
  NATS_USER: z.string().optional().describe('User at NATS.'),
  NATS_PASSWORD: z.string().optional().describe('Password of that user.'),
  NATS_DOMAIN: z
    .string()
    .optional()
    .describe('JetStream domain of the streams, when they are in another account than the user: `staycover`.'),
});

type ProcessConfig = z.output<typeof processEnvironment>;
export type ServiceConfig = z.output<typeof serviceEnvironment>;

type DatabaseUrls = Pick<ServiceConfig, 'RELAY_DATABASE_URL' | 'DATABASE_URL'>;

/** Where sessions that hold a lock connect: past a pooler. */
export const sessionUrl = ({ RELAY_DATABASE_URL, DATABASE_URL }: DatabaseUrls): string =>
  RELAY_DATABASE_URL ?? DATABASE_URL;

/** Checks a valid environment; returns one line for each problem: `NAME: what to do`. */
export type Check<C> = (config: C) => string[];

/**
 * Parses the environment once. `NAME_FILE` names a file that holds the value of `NAME`, for secrets; a blank one is none.
 * `check` finds what no single variable shows.
 * @throws Error with a line for each fault.
 */
export const parseEnvironment = <S extends z.ZodType>(
  schema: S,
  environment: unknown,
  check: Check<z.output<S>> = () => [],
): z.output<S> => {
  const parsed = schema.safeParse(withFiles(schema, environment as Environment));
  const faults = parsed.success
    ? [
        ...authFaults(parsed.data as ProcessConfig),
        ...productionFaults(parsed.data as ServiceConfig),
        ...check(parsed.data),
      ]
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (faults.length === 0) return parsed.data!;
  throw new Error(`The environment is not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
};

type Environment = Record<string, string | undefined>;

const withFiles = (schema: z.ZodType, environment: Environment): Environment => {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const given = leaveOutBlank(environment);
  const inFiles = names.filter((name) => !given[name] && given[`${name}_FILE`] && !names.includes(`${name}_FILE`));
  const read = inFiles.map((name) => [name, readSecret(`${name}_FILE`, given)]);
  return { ...given, ...leaveOutBlank(Object.fromEntries(read)) };
};

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

/** A blank would be 0 as a number. */
const leaveOutBlank = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => !isBlank(value)));

const readSecret = (name: string, environment: Environment): string => {
  try {
    return readFileSync(environment[name]!, 'utf8').trim();
  } catch (cause) {
    throw new Error(`The environment is not right:\n  ${name}: cannot be read, ${(cause as Error).message}`, { cause });
  }
};

/** What is fine on a developer's machine and nowhere else. */
const productionFaults: Check<ServiceConfig> = ({ NODE_ENV, AUTH_MODE, SANDBOX, ...urls }) => {
  if (NODE_ENV !== 'production') return [];
  const faults: string[] = [];
  if (SANDBOX === 'on') faults.push('SANDBOX: is on, which production refuses; there only real time passes');
  if (AUTH_MODE === 'off') {
    faults.push(
      'AUTH_MODE: is off, which production refuses; set it to jwt, with AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL',
    );
  }
  for (const name of ['DATABASE_URL', 'RELAY_DATABASE_URL'] as const) {
    if (!urls[name] || !hasDefaultPassword(urls[name])) continue;
    faults.push(
      `${name}: has a default password, which production refuses; provision with <SERVICE>_DB_PASSWORD set, e.g. ` +
        'BILLING_DB_PASSWORD, and use that one here',
    );
  }
  return faults;
};

const hasDefaultPassword = (databaseUrl: string): boolean => {
  const { username, password } = new URL(databaseUrl);
  return ['', username, 'postgres', 'password', 'development'].includes(password);
};

/** A quarter of a stream of 1 GiB: an organization never fills more than half, with its stock and a day's budget. */
const DEFAULT_MIB = 256;

/** Bytes that an organization may cause to be stored in a day, and that its events may take of a stream. */
export type Budget = { bytesPerDay: number; bytesPerMonth: number };

/** The storage budget of an organization; undefined without a limit. */
export const readBudget = (config: ServiceConfig): Budget | undefined => {
  const { AUTH_MODE, ORGANIZATION_MIB_PER_DAY: day, ORGANIZATION_MIB_PER_MONTH: month } = config;
  if (AUTH_MODE === 'off' && day === undefined && month === undefined) return undefined;
  const standard = AUTH_MODE === 'off' ? Infinity : DEFAULT_MIB;
  const bytes = (mebibytes: number) => Math.ceil(mebibytes * 1024 ** 2);
  return { bytesPerDay: bytes(day ?? standard), bytesPerMonth: bytes(month ?? standard) };
};

/** The logger that the environment asks for; what the schemas mark as personal stays out of it. */
export const createServiceLogger = (
  service: string,
  { LOG_LEVEL, LOG_FILE }: Pick<ProcessConfig, 'LOG_LEVEL' | 'LOG_FILE'>,
): Logger => createLogger(service, { level: LOG_LEVEL, file: LOG_FILE, redact: personalMembers() });
