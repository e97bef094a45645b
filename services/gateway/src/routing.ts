import { pathPattern, routes, type ServiceName, serviceNames } from '@staycover/api';
import { DEFAULT_WAIT_S, preferredWaitSeconds } from '@staycover/http';
import { DomainError } from '@staycover/kernel';

/** Which service answers below which path. */
const prefixes: readonly (readonly [prefix: string, service: ServiceName])[] = [
  ['/api/policy', 'policy'],
  ['/api/contract', 'contract'],
  ['/api/webhook/crm', 'contract'],
  ['/api/invoice', 'billing'],
  ['/api/payment', 'billing'],
  ['/api/account', 'billing'],
  ['/api/tax-rate', 'billing'],
  ['/api/webhook/payment', 'billing'],
  ['/api/renewal', 'renewal'],
  ['/api/reservation', 'claims'],
  ['/api/claim', 'claims'],
  ['/api/ledger', 'claims'],
  ['/api/ai', 'claims'],
  ['/api/report/premium-bordereau', 'billing'],
  ['/api/report/receivables', 'billing'],
  ['/api/report/claims-bordereau', 'claims'],
  ['/api/report/loss-fund', 'claims'],
  ['/api/events', 'insight'],
  ['/api/timeline', 'insight'],
  ['/api/search', 'insight'],
  ['/api/organization', 'insight'],
  ['/api/webhook-endpoint', 'insight'],
  ['/api/mail', 'insight'],
  ['/api/mail-contact', 'insight'],
];

/** Operators name the service that they ask. */
const OPERATIONS = /^\/api\/ops\/([^/]+)\//;

/**
 * The service for a path, or undefined. Ignores letter case, like the routers of the services.
 * @throws DomainError `not-found` for an operator's request to an unknown service.
 */
export const serviceFor = (path: string): ServiceName | undefined => {
  const lower = path.toLowerCase();
  const asked = OPERATIONS.exec(lower)?.[1];
  if (asked !== undefined) return findService(asked);
  return prefixes.find(([prefix]) => lower === prefix || lower.startsWith(`${prefix}/`))?.[1];
};

const findService = (asked: string): ServiceName => {
  const found = serviceNames.find((name) => name === asked);
  if (!found) throw DomainError.notFound('service', asked);
  return found;
};

/** Not DELETE: the line after the one that is gone has its index. */
const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH']);
/** There is one deal of an id, one draft of an invoice, one event of a provider: the second time finds it. */
const REPEATABLE_POSTS = /^\/api\/(webhook\/|invoice\/generate\/)/i;

/** Where a key is heeded; elsewhere it is a header like others. */
const TAKES_KEY = routes.filter(({ idempotencyKey }) => idempotencyKey).map(pathPattern);

/** Where a signature over the bytes stands in for credentials. */
const SIGNED = routes.filter(({ rawBody }) => rawBody).map(pathPattern);

export const isSigned = (path: string): boolean => SIGNED.some((pattern) => pattern.test(path));

type Asked = { method: string; path: string; headers: Record<string, unknown> };

const hasKey = ({ path, headers }: Asked): boolean =>
  headers['idempotency-key'] !== undefined && TAKES_KEY.some((pattern) => pattern.test(path));

/**
 * Whether a request may be repeated: it is idempotent by method, or has a key. One with a version may not: if it
 * succeeded, the version is outdated.
 */
export const isSafeToRepeat = (asked: Asked): boolean => {
  const { method, path, headers } = asked;
  if (headers['if-match'] !== undefined) return false;
  if (REPEATABLE_METHODS.has(method)) return true;
  return method === 'POST' && (hasKey(asked) || REPEATABLE_POSTS.test(path));
};

/** A model may take a minute (`AI_TIMEOUT_MS`) before the rules answer. */
const MODEL_MS = 65_000;
/** A webhook endpoint may take 15 s to answer a test. */
const WEBHOOK_MS = 20_000;

/**
 * The timeout of a request in ms: longer for requests that call a model, and for callers that wait for a job
 * (`Prefer: wait=N`, 10 s without a number).
 */
export const timeoutFor = (path: string, prefer: string | undefined, usualMs: number): number => {
  const lower = path.toLowerCase();
  if (lower.startsWith('/api/ai/')) return Math.max(usualMs, MODEL_MS);
  if (/^\/api\/webhook-endpoint\/[^/]+\/test\/?$/.test(lower)) return Math.max(usualMs, WEBHOOK_MS);
  if (!lower.startsWith('/api/renewal/process')) return usualMs;
  return usualMs + (preferredWaitSeconds(prefer) ?? DEFAULT_WAIT_S) * 1_000;
};
