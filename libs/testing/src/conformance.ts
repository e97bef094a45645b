import { pathPattern, type RouteContract, routes, takesBody } from '@staycover/api';
import { type JsonSchema, listProblems } from '@staycover/documents';
import { documentChecks } from './document-checks.ts';

export type Exchange = {
  method: string;
  /** With its query. */
  path: string;
  requestBody?: string | Buffer | undefined;
  status: number;
  contentType: string;
  body: unknown;
};

type Content = Record<string, { schema: JsonSchema }>;
type Operation = { requestBody?: { content: Content }; responses: Record<string, { content?: Content }> };
type Answers = Awaited<ReturnType<typeof documentChecks.answers>>;

const patterns = routes.map((route) => ({
  route,
  pattern: pathPattern(route),
  fixed: !route.path.includes('{'),
}));

/** The route that answers; a path in words goes before one with parameters. */
const routeFor = (method: string, path: string): RouteContract | undefined => {
  // As it is sent: without dot segments and query.
  const { pathname } = new URL(path, 'http://localhost');
  const fitting = patterns.filter(({ pattern }) => pattern.test(pathname));
  const isFixed = fitting.some(({ fixed }) => fixed);
  return fitting.find(({ route, fixed }) => route.method === method.toLowerCase() && fixed === isFixed)?.route;
};

/**
 * Checks a response against the OpenAPI document: status, media type and body, and the request body of a success.
 * Skips paths that are not routes.
 * @throws an error with route, status and fault.
 */
export const assertDocumented = async (exchange: Exchange): Promise<void> => {
  const route = routeFor(exchange.method, exchange.path);
  const fault = route && findFault(await documentChecks.answers(), route, exchange);
  if (fault)
    throw new Error(`${route.operationId} (${exchange.method} ${exchange.path}) answered ${exchange.status}: ${fault}`);
};

const operationIn = (paths: Answers['accepted'], route: RouteContract): Operation =>
  paths[route.path]![route.method] as Operation;

const findFault = (documented: Answers, route: RouteContract, exchange: Exchange): string | undefined => {
  const { status, contentType, body } = exchange;
  const answer = operationIn(documented.answered, route).responses[String(status)];
  if (!answer) return `the status is not documented: ${JSON.stringify(body)}`;
  if (!answer.content) return undefined;
  const mediaType = contentType.split(';', 1)[0]!;
  const content = answer.content[mediaType];
  if (!content) return `the media type ${mediaType || '(none)'} is not documented`;
  const inBody = documented.faultIn(content.schema, 'closed', body);
  if (inBody) return `the body breaks its schema: ${inBody}`;
  return mediaType === 'application/problem+json'
    ? problemFault(route, body as { type: string })
    : requestFault(documented, route, exchange);
};

const problemFault = (route: RouteContract, { type }: { type: string }): string | undefined => {
  const slug = type.split('/').at(-1);
  return listProblems(route).some((known) => known === slug) ? undefined : `the problem ${slug} is not documented`;
};

/** An accepted body must match the documented schema, unless the route ignores it. */
const requestFault = (
  { accepted, faultIn }: Answers,
  route: RouteContract,
  { path, requestBody, status }: Exchange,
): string | undefined => {
  const { searchParams } = new URL(path, 'http://localhost');
  if (!takesBody(route, Object.fromEntries(searchParams))) return undefined;
  const schema = operationIn(accepted, route).requestBody?.content['application/json']?.schema;
  if (!schema || requestBody === undefined || status >= 300 || route.deprecated) return undefined;
  const fault = faultIn(schema, 'open', JSON.parse(String(requestBody)));
  return fault && `the accepted body breaks its schema: ${fault}`;
};
