import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_CLIENT_ID, type LocalIssuer, localIssuer, type TokenClaims } from '@staycover/auth/local-issuer';
import { everyRole, type Role } from '@staycover/kernel';

const WORKDAY_S = 12 * 3_600;

const member = (org: string): TokenClaims => ({ sub: `user@${org}`, org, roles: ['read', 'write'], lasts: WORKDAY_S });

const staff = (name: string, held: readonly Role[]): TokenClaims => ({
  sub: `${name}@staycover`,
  org: '*',
  roles: [...held],
  lasts: WORKDAY_S,
});

/** Members of two organizations, and the platform's staff. */
const people = {
  acme: member('acme'),
  globex: member('globex'),
  underwriter: staff('underwriter', ['read', 'write', 'underwrite']),
  finance: staff('finance', ['read', 'finance']),
  adjuster: staff('adjuster', ['read', 'adjust']),
  ops: staff('ops', everyRole),
};

type Person = keyof typeof people;

/** What a platform that asks for credentials was started with, for trying it out. */
export type LocalAuth = {
  /** For every process. */
  environment: Record<string, string>;
  /** What the CRM signs with, unless the environment has secrets. */
  webhookSecret: string | undefined;
  issuer: LocalIssuer;
  /** Bearer tokens by person. */
  tokens: Record<Person, string>;
  stop(): Promise<void>;
};

const hasWebhookSecrets = (): boolean =>
  Boolean(process.env['CRM_WEBHOOK_SECRETS'] || process.env['CRM_WEBHOOK_SECRETS_FILE']);

/** Starts an issuer where people sign in, makes a token for each of them, and a webhook secret where the environment has none. */
export const startLocalAuth = async ({
  dataDir,
  ephemeral,
}: {
  dataDir: string;
  ephemeral: boolean;
}): Promise<LocalAuth> => {
  const issuer = await localIssuer(people);
  const folder = ephemeral ? await mkdtemp(join(tmpdir(), 'staycover-auth-')) : dataDir;
  const webhookSecret = !ephemeral && hasWebhookSecrets() ? undefined : `whsec_${randomBytes(24).toString('base64')}`;
  const tokens = await Promise.all(
    Object.entries(people).map(async ([name, claims]) => [name, await issuer.token(claims)] as const),
  );
  return {
    environment: {
      ...issuer.environment,
      PORTAL_CLIENT_ID: LOCAL_CLIENT_ID,
      API_KEYS_FILE: (!ephemeral && process.env['API_KEYS_FILE']) || join(folder, 'api-keys.json'),
      ...(webhookSecret && { CRM_WEBHOOK_SECRETS: webhookSecret }),
    },
    webhookSecret,
    issuer,
    tokens: Object.fromEntries(tokens) as Record<Person, string>,
    async stop() {
      await issuer.close();
      if (ephemeral) await rm(folder, { recursive: true, force: true });
    },
  };
};
