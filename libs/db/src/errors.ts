type SqlError = { code?: unknown; cause?: unknown; previous?: unknown; message?: unknown };

/** SQLSTATE of a PostgreSQL error, looked up through wrapping errors. */
export const sqlState = (error: unknown): string | undefined => {
  for (let e = error as SqlError | undefined; e && typeof e === 'object'; e = (e.previous ?? e.cause) as SqlError) {
    if (typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
};

/** Serialization failure or deadlock: the same transaction may well succeed when run again. */
export const isTransientConflict = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';

const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN']);

/**
 * The database cannot answer now: it is down, restarting, out of connections, or a wait ran out (connection, lock,
 * statement). Clients get 503, consumers wait.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const state = sqlState(error) ?? '';
  if (/^(08|53|57P)/.test(state) || ['55P03', '57014', '25P03', '58P01'].includes(state)) return true;
  for (let e = error as SqlError | undefined; e && typeof e === 'object'; e = (e.previous ?? e.cause) as SqlError) {
    if (typeof e.code === 'string' && SOCKET_ERRORS.has(e.code)) return true;
    if (
      typeof e.message === 'string' &&
      /timeout exceeded when trying to connect|Connection terminated|not queryable/i.test(e.message)
    ) {
      return true;
    }
  }
  return false;
};
