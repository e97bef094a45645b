import { reasonOf } from './provisioning/connecting.ts';
import { provision } from './provisioning/provision.ts';
import { variable } from './provisioning/variable.ts';

const [databaseUrl, natsUrl, database = 'staycover'] = ['DATABASE_URL', 'NATS_URL', 'DATABASE_NAME'].map(variable);
if (!databaseUrl || !natsUrl) {
  console.error('Set DATABASE_URL (a user that may create roles and schemas) and NATS_URL.');
  process.exit(1);
}
const natsLogin = { user: variable('NATS_USER'), password: variable('NATS_PASSWORD') };
try {
  await provision({ databaseUrl, database, natsUrl, natsLogin, say: console.log });
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
