import { endOnSignal } from './cli/end-on-signal.ts';
import { endProgram } from './cli/end-program.ts';
import { flagsOrExit } from './cli/flags.ts';
import { UsageError } from './cli/usage-error.ts';
import { describeError } from './provisioning/connecting.ts';
import { assertDatabaseNamed, readDatabases } from './provisioning/databases.ts';
import { givenPassword, provision } from './provisioning/provision.ts';
import { variable } from './provisioning/variable.ts';

flagsOrExit({
  name: 'run provision',
  purpose:
    'makes roles, schemas, migrations, streams and consumers on DATABASE_URL (in its database DATABASE_NAME, staycover by default) and NATS_URL, what is there stays.',
});

const NEEDED =
  'Set NATS_URL, and DATABASE_URL (a user that may create roles and schemas) or a <SERVICE>_DATABASE_URL for each service.';

endOnSignal();

const run = async (): Promise<number> => {
  try {
    assertDatabaseNamed();
    const databases = readDatabases();
    const natsUrl = variable('NATS_URL');
    if (!databases || !natsUrl) throw new UsageError(NEEDED);
    const natsLogin = { user: variable('NATS_USER'), password: variable('NATS_PASSWORD') };
    await provision({ databases, natsUrl, natsLogin, passwordFor: givenPassword, say: console.log });
    return 0;
  } catch (error) {
    console.error(describeError(error));
    return 1;
  }
};

await endProgram(await run());
