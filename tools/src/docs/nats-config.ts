import { durables, manifests } from '../manifests.ts';
import { natsLogins } from '../provisioning/nats-accounts.ts';
import { accountSettings, passwordVariable } from '../provisioning/nats-settings.ts';
import { type NatsSystem, natsSystems } from '../provisioning/nats-systems.ts';

/** The accounts of a NATS server, with passwords from its environment. */
export const natsAccounts = (systems: readonly NatsSystem[]): string => {
  const services = manifests.map(({ name }) => name);
  return accountSettings(natsLogins(services, durables, systems), (user) => `$${passwordVariable(user)}`);
};

/** `deploy/nats/nats-server.conf`, from the subscriptions, the requests that services make, and the declared systems. */
export const natsConfig = (
  systems = natsSystems(),
): string => `# Generated from the code and systems.json by \`npm run docs:write\`; a spec fails when it is not up to date.
#
# NATS server of a deployment, 2.10 or newer. Who publishes has an account of its own; each password comes from the environment
# of the server, e.g. NATS_BILLING_PASSWORD; use long random ones that begin with a letter. A service gets NATS_USER and
# NATS_PASSWORD; \`npm run provision\` is the admin. Add tls { } before anybody outside the cluster connects.

port: 4222
http: 127.0.0.1:8222
max_payload: 1MB
jetstream {
  store_dir: /data
  # What streams may hold is reserved of this; without it, of three quarters of what is free when the server starts.
  max_file_store: 1TB
  sync_interval: always
}

${natsAccounts(systems)}`;
