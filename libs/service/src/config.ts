import { z } from 'zod';

/** The environment of every process. */
export const processEnvironment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Where clients reach the gateway; the base of problem types and links. */
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Seconds of serving on after readiness turned to 503, for load balancers to notice. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
});

/** The environment of a service with a database and events. */
export const serviceEnvironment = processEnvironment.extend({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  NATS_URL: z.string().default('nats://127.0.0.1:4222'),
  NATS_USER: z.string().optional(),
  NATS_PASSWORD: z.string().optional(),
});

export type ProcessConfig = z.output<typeof processEnvironment>;
export type ServiceConfig = z.output<typeof serviceEnvironment>;

/** Parses the environment once; a fault ends the process with a line for each. */
export const parseEnvironment = <S extends z.ZodType>(schema: S, environment: unknown): z.output<S> => {
  const parsed = schema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not right:\n${faults.join('\n')}`);
};
