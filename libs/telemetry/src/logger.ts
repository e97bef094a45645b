import { type Logger, pino } from 'pino';
import { buffered } from './log-stream.ts';
import { currentTraceId } from './traces.ts';

export type { Logger } from 'pino';

const SECRETS = ['password', 'authorization', 'cookie', 'x-api-key', 'webhook-signature'];

type LogOptions = {
  level?: string;
  /** Names of members that are redacted at any depth, besides those that are always secret. */
  redact?: readonly string[];
  /** A file to append to; standard output unless given. */
  file?: string | undefined;
};

/**
 * One JSON line per log entry. ERROR means that somebody must act now. Payloads and personal data never go into a log.
 */
export const createLogger = (service: string, { level = 'info', redact = [], file }: LogOptions = {}): Logger =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: traceFields,
      serializers: { err: toLoggedError },
      formatters: { log: without(new Set([...SECRETS, ...redact])) },
    },
    buffered(file ?? 1, service),
  );

type Entry = Record<string, unknown>;

const isPlain = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !(value instanceof Error);

/** Hides members by name at any depth; an entry that has none, as nearly all, is not copied. pino's own is slower. */
const without = (hidden: ReadonlySet<string>) => {
  const hides = (entry: Entry): boolean =>
    Object.keys(entry).some((name) => hidden.has(name) || (isPlain(entry[name]) && hides(entry[name])));
  const cleaned = (entry: Entry): Entry =>
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [
        name,
        hidden.has(name) ? '[redacted]' : isPlain(value) ? cleaned(value) : value,
      ]),
    );
  return (entry: Entry): Entry => (hides(entry) ? cleaned(entry) : entry);
};

const traceFields = (): { traceId?: string } => {
  const traceId = currentTraceId();
  return traceId ? { traceId } : {};
};

type LoggedError = { type: string; message?: string; stack?: string; cause?: LoggedError; [detail: string]: unknown };

/** The error and its place, without values: parsers and drivers quote rejected input. */
const toLoggedError = (error: unknown): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, column } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    message: error.message.replaceAll(/"[^"]*"|'[^']*'/g, '"…"').slice(0, 500),
    code,
    constraint,
    table,
    column,
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && { cause: toLoggedError(error.cause) }),
  };
};
