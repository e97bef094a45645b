import { routes } from '@staycover/api';
import { mapInSlices } from '@staycover/kernel';
import { referenced, schemaCollector } from './json-schema.ts';
import { describeOperation, routeTag } from './operation.ts';
import type { JsonSchema } from './types.ts';

export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, JsonSchema>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
  [member: string]: unknown;
};

const introduction = `Insurance for short-stay properties: a closed deal becomes a contract and a policy, covered nights
become invoices, collected premium becomes reserves, policies renew, claims are decided and paid.

Amounts are major units of their currency (\`4.25\`); names that end in Cents or Pennies are integer minor units.
Timestamps are UTC, dates are calendar days of UTC. Every member of a resource is always there, \`null\` when unset.
Members of a body that are unknown or read-only are ignored and named in the header \`Ignored-Members\`. Answers may get
more members over time. Errors are problem details (RFC 9457); their \`type\` leads to a page that explains them.`;

const tags: Record<string, string> = {
  payment: 'Money that came in, went back or was taken back, and what it paid',
  account: 'What an organization owes, and the ledger behind it',
  policy: 'Policies and the properties enrolled in them',
  contract: 'Contracts of organizations',
  invoice: 'Invoices for covered nights',
  ledger: 'What collected premium is for',
  'tax-rate': 'What states tax lines of invoices at',
  renewal: 'Renewal records and the job that processes them',
  reservation: 'Reservations and their insurance',
  claim: 'Claims',
  ai: 'Preliminary assessment of draft claims',
  report: 'Reports for insurers: bordereaux, loss funds and receivables',
  events: 'What happened, as a list and live',
  timeline: 'Everything that happened to something',
  'webhook-endpoint': 'Addresses that events are sent to',
  mail: 'Mails to organizations, and what became of them',
  'mail-contact': 'Where mails to an organization go',
  search: 'Finding things by a part of what they are called',
  organization: 'Organizations',
  me: 'Who calls',
  ops: 'How services are, and the events that they could not process; for operators',
  webhook: 'What other systems call',
};

/** The OpenAPI 3.1 document of every route, made in slices; `publicUrl` is where clients reach the gateway. */
export const openApiDocument = async ({ publicUrl }: { publicUrl: string }): Promise<OpenApiDocument> => {
  const schemas = schemaCollector();
  const paths: OpenApiDocument['paths'] = {};
  await mapInSlices(routes, (route) => {
    paths[route.path] = { ...paths[route.path], [route.method]: describeOperation(route, publicUrl, schemas) };
  });
  return {
    openapi: '3.1.1',
    info: {
      title: 'Staycover',
      version: '1.0.0',
      description: introduction,
      contact: { name: 'Staycover', url: publicUrl },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl, description: 'This platform' }],
    tags: [...new Set(routes.map(routeTag))].map((name) => ({ name, description: tags[name] })),
    security: [{}, { bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      schemas: referenced(schemas.components, paths),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'When authentication is on' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'When authentication is on, instead of a token',
        },
      },
    },
  };
};
