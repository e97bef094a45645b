import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseContainers, findNats, findPostgres } from '@staycover/infra';
import { printDocuments } from '@staycover/testing/documents';
import { manifests } from '../manifests.ts';
import { COMPILED } from '../platform/processes.ts';
import { createDatabase, provisionDatabase } from '../provisioning/database.ts';
import { inOneDatabase, withUrl } from '../provisioning/databases.ts';
import { provisionCounts } from '../provisioning/gateway-counts.ts';
import { rolePassword } from '../provisioning/provision.ts';
import { refuseTakenRoles } from '../provisioning/taken-roles.ts';
import { refuseOpenServer } from './open-server.ts';
import { keepForTeardown } from './servers.ts';

const TEMPLATE = 'staycover_template';
const WORKERS = 64;

/** One JetStream account a Jest worker, so that spec files in parallel never see each other's streams. */
const natsConfig = ({ storeDir, port }: { storeDir: string; port: number }): string => {
  const accounts = Array.from({ length: WORKERS }, (_, i) => {
    const user = `worker${i + 1}`;
    return `  ${user}: { jetstream: enabled, users: [{ user: ${user}, password: ${user} }] }`;
  });
  return `
port: ${port}
max_payload: 1MB
jetstream { store_dir: ${JSON.stringify(storeDir)}, max_memory_store: 64MB, max_file_store: 64GB }
accounts {
${accounts.join('\n')}
  SYS: { users: [{ user: sys, password: sys }] }
}
system_account: SYS
`;
};

export default async function globalSetup(): Promise<void> {
  const say = (line: string): void => console.log(`[test infrastructure] ${line}`);
  const options = { dataDir: '.data/test', ephemeral: true, say, containers: await chooseContainers(say) };
  const postgres = await findPostgres(options);
  const nats = await findNats({ ...options, config: natsConfig });
  keepForTeardown([postgres, nats]);
  if (process.env['DATABASE_URL']) await refuseTakenRoles(inOneDatabase(postgres.url), rolePassword);
  if (process.env['NATS_URL']) await refuseOpenServer(nats.url);
  const template = withUrl(postgres.url, { database: TEMPLATE });
  await createDatabase(template);
  await provisionDatabase(template, manifests, rolePassword, () => undefined);
  await provisionCounts(template, rolePassword('gateway'));
  const folder = await mkdtemp(join(tmpdir(), 'staycover-test-'));
  await printDocuments(folder);
  // For the programs that specs start.
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  Object.assign(process.env, { TEST_LOG_FILE: join(folder, 'services.log'), TEST_DOCUMENTS: folder });
  Object.assign(process.env, { TEST_POSTGRES_URL: postgres.url, TEST_NATS_URL: nats.url, TEST_TEMPLATE: TEMPLATE });
  Object.assign(process.env, { TEST_SERVERS: `${postgres.description}; ${nats.description}` });
}
