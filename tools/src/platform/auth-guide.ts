import { type NatsSystem, systemsFile } from '../provisioning/nats-systems.ts';
import type { LocalAuth } from './local-auth.ts';
import type { NatsLogin } from './nats.ts';

/** The users of other systems, with their passwords. On a server of the environment there is one login, a secret, and none of theirs. */
const natsUsers = (systems: readonly NatsSystem[], natsLogin: (user: string) => NatsLogin): string => {
  const own = systems.filter(({ name }) => natsLogin(name).user === name);
  if (own.length === 0) return '';
  const width = Math.max(...own.map(({ name }) => name.length));
  return `
  NATS users of other systems, as ${systemsFile()} declares them, and their passwords
${own.map(({ name }) => `    ${name.padEnd(width)}  ${natsLogin(name).password}`).join('\n')}`;
};

const webhookSecrets = ({ webhookSecret }: LocalAuth): string =>
  webhookSecret
    ? `CRM_WEBHOOK_SECRETS (Standard Webhooks)
    ${webhookSecret}`
    : 'CRM_WEBHOOK_SECRETS of the environment';

/** What to know of a platform that asks for credentials: what to send, and as whom. */
export const authGuide = (
  gatewayUrl: string,
  auth: LocalAuth,
  natsLogin: (user: string) => NatsLogin,
  systems: readonly NatsSystem[],
): string => {
  const { environment, tokens } = auth;
  return `Credentials, for 12 hours or until the next start:

  Issuer          ${environment['AUTH_ISSUER']}
  Member of acme (read, write)
    ${tokens.acme}
  Member of globex (read, write)
    ${tokens.globex}
  Underwriter (all organizations; read, write, underwrite)
    ${tokens.underwriter}
  Finance (all organizations; read, finance)
    ${tokens.finance}
  Adjuster (all organizations; read, adjust)
    ${tokens.adjuster}
  Platform staff (all organizations; every role)
    ${tokens.ops}
  ${webhookSecrets(auth)}${natsUsers(systems, natsLogin)}

Try next:
  ${gatewayUrl} in a browser: sign in as acme, globex, underwriter, finance, adjuster or ops
  curl -i ${gatewayUrl}/api/policy -H 'Content-Type: application/json' \\
    -H 'Authorization: Bearer ${tokens.underwriter}' \\
    -d '{"organizationId":"acme","name":"Beach houses","ratePerNight":4.25}'
  npm run ops -- api-keys create --name export --org acme --role read`;
};
