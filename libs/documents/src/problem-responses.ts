import { Problem, type ProblemSlug, problems, type RouteContract, schemaExample } from '@staycover/api';
import type { SchemaCollector } from './json-schema.ts';
import type { JsonSchema } from './types.ts';

/** Extension members that a kind of problem carries, as its example shows them. */
const extensions: Partial<Record<ProblemSlug, object>> = {
  'invalid-request': { errors: [{ pointer: '/termEnd', detail: 'must not be below termStart' }] },
  forbidden: { requiredRoles: ['underwrite'], members: ['/ratePerNight'] },
  'retroactive-change': { earliest: '2026-11-10' },
  'notice-too-short': { earliest: '2026-12-10' },
  'method-not-allowed': { allowed: ['GET', 'HEAD'] },
  'deal-conflict': { contractId: '01a182d4-4719-7132-888a-7f24aeff7c56', contractReference: 'CON-2026-000042' },
  'draft-stale': { total: 112.5 },
  'rate-limited': { retryAfter: 7 },
  'version-mismatch': { version: 3 },
  internal: { errorId: '01a1f84a-95c4-771c-8bb4-1c3a33e91e63' },
};

/** A move that is not possible, by the resource in the path. */
const impossibleMoves: Record<string, object> = {
  policy: { from: 'PENDING', to: 'EXPIRED', allowed: ['ACTIVE', 'CANCELLED'] },
  contract: { from: 'DRAFT', to: 'EXPIRED', allowed: ['ACTIVE', 'TERMINATED'] },
  invoice: { from: 'DRAFT', to: 'PAID', allowed: ['SENT', 'VOID'] },
  claim: { from: 'SUBMITTED', to: 'APPROVED', allowed: ['UNDER_REVIEW', 'WITHDRAWN'] },
  renewal: { from: 'COMPLETED', to: 'SCHEDULED', allowed: [] },
  payment: { from: 'DISPUTED', to: 'REVERSED', allowed: [] },
  'webhook-endpoint': { from: 'DISABLED', to: 'PAUSED', allowed: ['ACTIVE', 'DELETED'] },
  mail: { from: 'SENT', to: 'WAITING', allowed: ['BOUNCED'] },
};

const retryAfter = {
  'Retry-After': { description: 'Seconds until it is worth trying again', schema: { type: 'string' } },
};

/** Problems that the gateway can answer before any route, in addition to its contract. */
const atTheEdge = (route: RouteContract): ProblemSlug[] => [
  'malformed-request',
  'request-timeout',
  'payload-too-large',
  'headers-too-long',
  'misdirected-request',
  ...(route.method === 'get' ? [] : (['foreign-origin'] as const)),
  ...(route.method === 'get' || route.outlives ? [] : (['budget-exceeded'] as const)),
  ...(route.params ? (['not-found'] as const) : []),
];

/** Every problem that a route can answer, in the order of their statuses; the retired route has none. */
export const listProblems = (route: RouteContract): ProblemSlug[] => {
  if (route.problems.length === 0) return [];
  const slugs = new Set([...route.problems, ...atTheEdge(route)]);
  return [...slugs].toSorted((a, b) => problems[a].status - problems[b].status);
};

/** A problem as it may come from a path. */
export const exampleProblem = (slug: ProblemSlug, publicUrl: string, path: string): object => ({
  type: `${publicUrl}/problems/${slug}`,
  title: problems[slug].title,
  status: problems[slug].status,
  detail: problems[slug].description.replaceAll('`', ''),
  instance: path.replaceAll(/\{\w+\}/g, schemaExample(Problem).instance.split('/')[3]!),
  ...(slug === 'invalid-transition' ? impossibleMoves[path.split('/')[2]!] : extensions[slug]),
});

/** The problem responses of a route by status, with an example for each kind. */
export const problemResponses = (
  route: RouteContract,
  publicUrl: string,
  schemas: SchemaCollector,
): Record<string, JsonSchema> => {
  const byStatus = Map.groupBy(listProblems(route), (slug) => problems[slug].status);
  return Object.fromEntries(
    [...byStatus].map(([status, slugs]) => {
      const examples = slugs.map((slug) => [
        slug,
        { summary: problems[slug].title, value: exampleProblem(slug, publicUrl, route.path) },
      ]);
      const content = { schema: schemas.describe(Problem, 'output'), examples: Object.fromEntries(examples) };
      const response = {
        description: slugs.map((slug) => `**${slug}**: ${problems[slug].description}`).join('\n\n'),
        ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
        content: { 'application/problem+json': content },
      };
      return [String(status), response];
    }),
  );
};
