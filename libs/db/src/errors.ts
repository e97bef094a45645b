type SqlError = { code?: unknown; syscall?: unknown; cause?: unknown; previous?: unknown; message?: unknown };

/** An error and those that it wraps. */
const causes = (error: unknown): SqlError[] =>
  typeof error === 'object' && error !== null
    ? [error, ...causes((error as SqlError).previous ?? (error as SqlError).cause)]
    : [];

/** SQLSTATE of a PostgreSQL error, looked up through wrapping errors. */
export const sqlState = (error: unknown): string | undefined =>
  causes(error)
    .map(({ code }) => String(code))
    .find((code) => /^[0-9A-Z]{5}$/.test(code));

/** A migration has changed the columns of what a prepared statement returns: nothing was done. */
export const isPlanOutdated = (error: unknown): boolean =>
  (error as { routine?: unknown } | null)?.routine === 'RevalidateCachedQuery';

/** Serialization failure, deadlock or an outdated plan: the same transaction may succeed when run again. */
export const isTransientConflict = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error) ?? '') || isPlanOutdated(error);

/** The server is no longer the primary. */
export const READ_ONLY = '25006';

const SOCKET_ERRORS = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ENOTFOUND ETIMEDOUT EAI_AGAIN EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL'.split(
    ' ',
  ),
);

/** A server that was stopped has removed its Unix socket. */
const isSocketGone = ({ code, syscall }: SqlError): boolean => code === 'ENOENT' && syscall === 'connect';

/** The certificate of the server has ended, or none of those that are trusted has signed it. */
const DISTRUSTED = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/** The statement or the transaction was sent, and no answer came: it may have been done, or not. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';

  constructor(cause: unknown) {
    super('The connection was lost before the database reported the outcome.', { cause });
  }
}

/** The pool had given the connection up, or a PgBouncer had no session for it. */
const NOTHING_SENT = /not queryable|query_wait_timeout|cannot connect to server|login has been failing/i;

/** A login that is not valid any more, out of resources, or no longer the primary: the database answered, and did not do it. */
const REFUSED = /^(28|53|25006)/;

const isRefused = (error: unknown): boolean =>
  NOTHING_SENT.test(String((error as Error).message)) || REFUSED.test(sqlState(error) ?? '');

/** The error of a failed write: the outcome is unknown, unless the database answered or nothing was sent. */
export const translateError = (error: unknown): unknown =>
  isDatabaseAway(error) && !isRefused(error) ? new OutcomeUnknown(error) : error;

/**
 * The database is down, restarting, out of connections, no longer the primary, or takes no more the password that it had: the
 * work itself is fine and can run later.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  AWAY.test(sqlState(error) ?? '') || causes(error).some(isConnectionLost);

const AWAY = /^(08|28|53|57P|25006)/;
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|does not support SSL|establishing an SSL/i;

const isConnectionLost = (error: SqlError): boolean =>
  SOCKET_ERRORS.has(String(error.code)) ||
  DISTRUSTED.test(String(error.code)) ||
  isSocketGone(error) ||
  LOST.test(String(error.message));

/** Lock, statement and idle transaction ran out of time; a file that a crash has taken. */
const RAN_OUT = new Set(['55P03', '57014', '25P03', '58P01']);

/**
 * The database cannot do it now: it is down, or a wait timed out. A client may retry; automatic retries must distinguish
 * the two ({@link isDatabaseAway}), because a wait that times out may do so on every try.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isDatabaseAway(error) || RAN_OUT.has(sqlState(error) ?? '');
