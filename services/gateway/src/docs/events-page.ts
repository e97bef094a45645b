import type { AsyncApiDocument, JsonSchema } from '@staycover/documents';
import { escapeHtml, inline, page } from './page.ts';

type Reference = { $ref: string };

/** The name that a reference ends with. */
const nameIn = ({ $ref }: Reference): string => $ref.split('/').at(-1)!;

/** The catalogue of events: subjects, who publishes and who consumes, data and an example. */
export const eventsPage = (document: AsyncApiDocument): string => {
  const byPublisher = Map.groupBy(Object.entries(document.operations), ([, { tags }]) =>
    nameIn((tags as Reference[])[0]!),
  );
  const sections = [...byPublisher].map(
    ([publisher, operations]) =>
      `<h2 id="${publisher}">${headings[publisher] ?? `Published by ${publisher}`}</h2>
${operations.map(([id, operation]) => entry(document, id, operation)).join('\n')}`,
  );
  const { description } = document['info'] as { description: string };
  return page({
    title: 'Events',
    path: '/docs/events',
    body: `<main><h1>Events</h1><p>${inline(description)}</p>
<p>The same for machines: <a href="/asyncapi.json">asyncapi.json</a>, AsyncAPI 3.</p>
${sections.join('\n')}</main>`,
  });
};

const headings: Record<string, string> = { inbound: 'Published by other systems' };

const entry = (document: AsyncApiDocument, id: string, operation: JsonSchema): string => {
  const channelId = nameIn(operation['channel'] as Reference);
  const { address, messages } = document.channels[channelId] as {
    address: string;
    messages: Record<string, Reference>;
  };
  const message = document.components.messages[nameIn(Object.values(messages)[0]!)]!;
  const consumers = (operation['x-consumers'] as string[] | undefined) ?? [];
  const example = (message['examples'] as { payload: unknown }[])[0]!.payload;
  return `<details id="${id}"><summary><code>${escapeHtml(address)}</code><span>${inline(String(operation['summary']))}</span></summary>
<p>${operation['reply'] ? 'Request-reply among the services.' : `Consumed by ${consumers.join(', ') || 'no service here'}.`}</p>
${table(document, message['payload'] as JsonSchema)}
<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre></details>`;
};

const resolve = (document: AsyncApiDocument, schema: JsonSchema): JsonSchema =>
  typeof schema['$ref'] === 'string' ? document.components.schemas[nameIn(schema as Reference)]! : schema;

const schemaProperties = (schema: JsonSchema): Record<string, JsonSchema> =>
  (schema['properties'] as Record<string, JsonSchema> | undefined) ?? {};

/** The members of the event's data; of a request, its own members. */
const table = (document: AsyncApiDocument, payload: JsonSchema): string => {
  const { data } = schemaProperties(resolve(document, payload));
  const schema = resolve(document, data ?? payload);
  const required = new Set(schema['required'] as string[] | undefined);
  const rows = Object.entries(schemaProperties(schema)).map(([name, member]) => {
    const described = String(member['description'] ?? resolve(document, member)['description'] ?? '');
    return `<tr><td><code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' ?'}</td><td>${escapeHtml(describeType(member))}</td><td>${inline(described)}</td></tr>`;
  });
  return `<table><tr><th>${data ? 'data' : 'request'}</th><th>Type</th><th></th></tr>${rows.join('')}</table>`;
};

const describeType = (schema: JsonSchema): string => {
  const {
    $ref,
    type,
    items,
    anyOf,
    format,
    const: fixed,
  } = schema as Record<string, string> & { items?: JsonSchema; anyOf?: JsonSchema[] };
  if ($ref) return nameIn({ $ref });
  if (anyOf) return [...new Set(anyOf.map(describeType))].join(' or ');
  if (items) return `list of ${describeType(items)}`;
  return String(fixed ?? format ?? type ?? 'anything');
};
