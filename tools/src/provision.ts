import { provision } from './provisioning/provision.ts';

const { DATABASE_URL, NATS_URL, NATS_USER: user, NATS_PASSWORD: password, DATABASE_NAME = 'staycover' } = process.env;
if (!DATABASE_URL || !NATS_URL) {
  console.error('Set DATABASE_URL (a user that may create roles and schemas) and NATS_URL.');
  process.exit(1);
}
await provision({ databaseUrl: DATABASE_URL, database: DATABASE_NAME, natsUrl: NATS_URL, natsLogin: { user, password }, say: console.log });
