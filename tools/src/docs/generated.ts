import { resolve } from 'node:path';
import { clientTypes } from '@staycover/client/generate';
import { eventTypesDocument, openApiDocument } from '@staycover/documents';
import { natsValuesSchema } from '../chart/nats-values-schema.ts';
import { valuesSchema } from '../chart/values-schema.ts';
import { consumers } from '../manifests.ts';
import { environments } from './environments.ts';
import { eventTable } from './event-table.ts';
import { natsAccounts, natsConfig } from './nats-config.ts';
import { withGeneratedParts } from './readmes.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Every committed generated file, with its expected content. */
export const generatedFiles = async (): Promise<Record<string, string>> => ({
  [resolve(ROOT, 'docs/events.md')]: eventTable(),
  ...readmes(),
  [resolve(ROOT, 'deploy/nats/nats-server.conf')]: natsConfig(),
  [resolve(ROOT, 'deploy/nats/helm/files/accounts.conf')]: natsAccounts([]),
  [resolve(ROOT, 'deploy/nats/helm/values.schema.json')]: `${JSON.stringify(natsValuesSchema, null, 2)}\n`,
  [resolve(ROOT, 'deploy/helm/values.schema.json')]: `${JSON.stringify(valuesSchema(), null, 2)}\n`,
  [resolve(ROOT, 'libs/documents/src/consumers.ts')]: consumerList(),
  [resolve(ROOT, 'libs/events/src/published-types.ts')]: await clientTypes(
    await eventTypesDocument(),
    'the schemas of events',
  ),
  [resolve(ROOT, 'libs/client/src/types.ts')]: await clientTypes(
    await openApiDocument({ publicUrl: 'http://localhost:8080' }),
  ),
});

/** The documents that have generated parts, by file. */
const readmes = (): Record<string, string> => {
  const services = Object.keys(environments).map((service) => [`services/${service}/README.md`, service] as const);
  const files = [
    ...services,
    ...['README.md', 'docs/operations.md', 'docs/architecture.md'].map((path) => [path, ''] as const),
  ];
  return Object.fromEntries(
    files.map(([path, service]) => [resolve(ROOT, path), withGeneratedParts(resolve(ROOT, path), service)]),
  );
};

const consumerList = (): string => {
  const rows = consumers.map(
    ({ service, event }) => `  { service: '${service}', event: { type: '${event.type}' } },\n`,
  );
  return `// Generated from the subscriptions by \`npm run docs:write\`; a spec fails when it is not up to date.
import type { Consumer } from './types.ts';

/** Every durable consumer of the platform. */
export const knownConsumers: readonly Consumer[] = [
${rows.join('')}];
`;
};
