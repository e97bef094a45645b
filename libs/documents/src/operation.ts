import { isRoleList, memberRoles, type RouteContract, rolesForEntry } from '@staycover/api';
import type { z } from 'zod';
import type { SchemaCollector } from './json-schema.ts';
import { responseLinks } from './links.ts';
import { describeParameters, namesIgnored } from './parameters.ts';
import { problemResponses } from './problem-responses.ts';
import type { JsonSchema } from './types.ts';

/** The OpenAPI operation of a route. */
export const describeOperation = (route: RouteContract, publicUrl: string, schemas: SchemaCollector): JsonSchema => ({
  operationId: route.operationId,
  summary: route.summary,
  description: operationDescription(route, schemas),
  tags: [routeTag(route)],
  ...(route.deprecated ? { deprecated: true } : {}),
  security: securityRequirements(route),
  parameters: describeParameters(route, schemas),
  ...(route.body ? { requestBody: requestBody(route, route.body, schemas) } : {}),
  responses: { ...successes(route, schemas), ...problemResponses(route, publicUrl, schemas) },
});

/** The group of a route: the resource that its path names. */
export const routeTag = ({ path }: RouteContract): string => path.split('/')[2]!;

const operationDescription = (
  { description, role, heedsCredentials, query, body, rawBody }: RouteContract,
  schemas: SchemaCollector,
): string =>
  [
    description,
    ...(body && !rawBody
      ? ['Rules between members are listed with the body; a body that breaks them is a 400 that names every fault.']
      : []),
    ...(query ? queryTexts(query, schemas) : []),
    heedsCredentials ? '' : rolesText(role),
  ]
    .filter(Boolean)
    .join('\n\n');

/** What parameters do not say one by one. */
const queryTexts = (query: z.ZodObject, schemas: SchemaCollector): string[] => {
  const { description: rules } = schemas.describe(query, 'output');
  const isOpen = query.def.catchall !== undefined;
  return [
    ...(rules ? [`Rules between query parameters:\n\n${String(rules)}`] : []),
    ...(isOpen ? [] : ['An unknown query parameter is a 400 that names it.']),
  ];
};

/** None when authentication is off; else a token or a key with one of the roles, or with any. */
const securityRequirements = (route: RouteContract): JsonSchema[] => [
  {},
  ...(route.heedsCredentials ? [{ bearer: [] }, { apiKey: [] }] : []),
  ...rolesForEntry(route).flatMap((role) => [{ bearer: [role] }, { apiKey: [role] }]),
];

const rolesText = (role: RouteContract['role']): string => {
  if (role === 'none') return 'Needs no role.';
  if (typeof role === 'string') return `Needs the role \`${role}\` when authentication is on.`;
  if (isRoleList(role))
    return `Needs, when authentication is on, one of the roles ${role.map((r) => `\`${r}\``).join(', ')}.`;
  const byRole = Map.groupBy(memberRoles(role), (needed) => needed.role);
  const covered = [...byRole].map(
    ([needed, members]) => `- \`${needed}\`: ${members.map(({ member }) => `\`${member}\``).join(', ')}`,
  );
  return `Needs, when authentication is on, the role of every member that the body has:\n\n${covered.join('\n')}`;
};

const requestBody = ({ optionalBody }: RouteContract, body: z.ZodType, schemas: SchemaCollector): JsonSchema => ({
  required: !optionalBody,
  content: { 'application/json': { schema: schemas.describe(body, 'input'), ...bodyExamples(body) } },
});

/** The example of a schema, of each member of a union, or of the entries of a list. */
const bodyExamples = (schema: z.ZodType): { example?: unknown; examples?: Record<string, { value: unknown }> } => {
  const own = schema.meta()?.['example'];
  if (own !== undefined) return { example: own };
  const { options, element } = schema as unknown as { options?: z.ZodType[]; element?: z.ZodType };
  if (element) return { example: [element.meta()?.['example']] };
  if (!options) return {};
  return {
    examples: Object.fromEntries(options.map((option) => [option.meta()!.id!, { value: option.meta()!['example'] }])),
  };
};

const successes = (route: RouteContract, schemas: SchemaCollector): Record<string, JsonSchema> => {
  const found: Record<string, JsonSchema> = {};
  for (const [status, { description, body, documents = [], headers = {} }] of Object.entries(route.responses)) {
    const links = body && responseLinks(body);
    const all = { ...headers, ...(namesIgnored(route) ? lenient : {}) };
    found[status] = {
      description,
      ...(Object.keys(all).length > 0 ? { headers: responseHeaders(all) } : {}),
      ...(body ? { content: { ...jsonContent(body, schemas), ...documentContent(documents) } } : {}),
      ...(links ? { links } : {}),
    };
  }
  if (route.etag && route.method === 'get') {
    found['304'] = {
      description: 'The caller has the newest version',
      headers: responseHeaders({ ETag: 'Version of the resource' }),
    };
  }
  return found;
};

const jsonContent = (body: z.ZodType, schemas: SchemaCollector): JsonSchema => ({
  'application/json': { schema: schemas.describe(body, 'output'), ...bodyExamples(body) },
});

const documentContent = (documents: readonly string[]): JsonSchema =>
  Object.fromEntries(
    documents.map((type) => [
      type,
      { schema: type.startsWith('text/') ? { type: 'string' } : { contentMediaType: type } },
    ]),
  );

const lenient = {
  'Ignored-Members': 'JSON pointers of members of the body that were ignored: unknown or read-only ones',
  'Preference-Applied': 'The preferences that were heeded',
};

const responseHeaders = (headers: Record<string, string>): JsonSchema =>
  Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
  );
