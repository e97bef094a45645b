import { type ServiceName, serviceNames } from '@staycover/api';
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
 * The service behind a path, or undefined. Letter case does not matter, as in the services' own routers.
 * @throws DomainError `not-found` for an operator's question to a service that there is not.
 */
export const serviceFor = (path: string): ServiceName | undefined => {
  const lower = path.toLowerCase();
  const asked = OPERATIONS.exec(lower)?.[1];
  if (asked !== undefined) return serviceNamed(asked);
  return prefixes.find(([prefix]) => lower === prefix || lower.startsWith(`${prefix}/`))?.[1];
};

const serviceNamed = (asked: string): ServiceName => {
  const found = serviceNames.find((name) => name === asked);
  if (!found) throw DomainError.notFound('service', asked);
  return found;
};

/** Not DELETE: the line after the one that is gone has its index. */
const SAYS_WHAT_IS_TO_BE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH']);
/** There is one deal of an id, one draft of an invoice, one event of a provider: the second time finds it. */
const FINDS_IT_DONE = /^\/api\/(webhook\/|invoice\/generate\/)/i;

type Asked = { method: string; path: string; headers: Record<string, unknown> };

/**
 * Whether a request may have its effect twice: it says what is to be, or has a key. One for a version may not: when it had
 * its effect, that version is gone.
 */
export const isSafeToRepeat = ({ method, path, headers }: Asked): boolean => {
  if (headers['if-match'] !== undefined) return false;
  if (SAYS_WHAT_IS_TO_BE.has(method)) return true;
  return method === 'POST' && (headers['idempotency-key'] !== undefined || FINDS_IT_DONE.test(path));
};

const MODEL_MS = 20_000;
/** A webhook endpoint may take 15 s to answer a test. */
const WEBHOOK_MS = 20_000;
const DEFAULT_WAIT_S = 10;
const LONGEST_WAIT_S = 60;

/**
 * Milliseconds that a service may take to answer: longer where a model is asked, and where the caller is willing to
 * wait for a job (`Prefer: wait=N`, 10 s if it does not say).
 */
export const budgetFor = (path: string, prefer: string | undefined, usualMs: number): number => {
  const lower = path.toLowerCase();
  if (lower.startsWith('/api/ai/')) return Math.max(usualMs, MODEL_MS);
  if (/^\/api\/webhook-endpoint\/[^/]+\/test\/?$/.test(lower)) return Math.max(usualMs, WEBHOOK_MS);
  if (!lower.startsWith('/api/renewal/process')) return usualMs;
  const wait = Number(/(?:^|[,;\s])wait\s*=\s*(\d{1,4})/i.exec(prefer ?? '')?.[1] ?? DEFAULT_WAIT_S);
  return usualMs + Math.min(wait, LONGEST_WAIT_S) * 1_000;
};
