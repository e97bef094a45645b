import { pino, type Logger } from 'pino';
import { currentTraceId } from './traces.ts';

export type { Logger } from 'pino';

/** Where a secret or a person's data could get into a log line. */
const REDACTED = [
  '*.password',
  '*.claimToken',
  '*.signatoryEmail',
  '*.signatoryName',
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["webhook-signature"]',
];

/**
 * One JSON line per log entry on stdout. ERROR means that somebody should be woken up. Payloads and personal data
 * never go into a log.
 */
export const createLogger = (service: string, level = 'info'): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceOf,
    redact: { paths: REDACTED, censor: '[redacted]' },
  });

const traceOf = (): { traceId?: string } => {
  const traceId = currentTraceId();
  return traceId ? { traceId } : {};
};
