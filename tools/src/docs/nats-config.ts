import { consumers, manifests } from '../manifests.ts';
import { natsAccounts, natsUsers } from '../provisioning/nats-users.ts';

/** `deploy/nats/nats-server.conf`, from the subscriptions and the requests that services make. */
export const natsConfig = (): string => {
  const users = natsUsers(
    manifests.map(({ name }) => name),
    consumers,
  );
  return `# Generated from the code by \`npm run docs:write\`; a spec fails when it is not up to date.
#
# NATS server of a deployment, 2.10 or newer. Each user's password comes from the environment of the server, e.g.
# NATS_BILLING_PASSWORD; use long random ones that begin with a letter. A service gets NATS_USER and NATS_PASSWORD;
# \`npm run provision\` is the admin. observer and publisher must set their inbox prefix to _INBOX_observer and
# _INBOX_publisher. Add tls { } before anybody outside the cluster connects.

port: 4222
http: 127.0.0.1:8222
max_payload: 1MB
jetstream {
  store_dir: /data
  sync_interval: always
}

${natsAccounts(users, (user) => `$NATS_${user.toUpperCase()}_PASSWORD`)}`;
};
