import { flagsOrExit } from './cli/flags.ts';
import { describeError } from './provisioning/connecting.ts';
import { readDatabases } from './provisioning/databases.ts';
import { provision } from './provisioning/provision.ts';
import { variable } from './provisioning/variable.ts';

flagsOrExit({
  name: 'run provision',
  purpose: 'makes roles, schemas, migrations, streams and consumers on DATABASE_URL and NATS_URL, what is there stays.',
});

const databases = readDatabases();
const natsUrl = variable('NATS_URL');
if (!databases || !natsUrl) {
  console.error(
    'Set NATS_URL, and DATABASE_URL (a user that may create roles and schemas) or a <SERVICE>_DATABASE_URL for each service.',
  );
  process.exit(1);
}
const natsLogin = { user: variable('NATS_USER'), password: variable('NATS_PASSWORD') };
try {
  await provision({ databases, natsUrl, natsLogin, say: console.log });
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
