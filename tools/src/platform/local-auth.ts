import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { everyRole, type Role } from '@staycover/kernel';

/** What a platform that asks for credentials was started with, for trying it out. */
export type LocalAuth = {
  /** For every process. */
  environment: Record<string, string>;
  /** What the CRM signs with. */
  webhookSecret: string;
  issuer: LocalIssuer;
  /** Bearer tokens by what they are for. */
  tokens: Record<'acme' | 'globex' | 'underwriter' | 'finance' | 'adjuster' | 'ops', string>;
  stop(): Promise<void>;
};

const WORKDAY_S = 12 * 3_600;

/** Starts an issuer, and makes tokens for members of two organizations and for kinds of platform staff, and a webhook secret. */
export const startLocalAuth = async ({
  dataDir,
  ephemeral,
}: {
  dataDir: string;
  ephemeral: boolean;
}): Promise<LocalAuth> => {
  const issuer = await localIssuer();
  const folder = ephemeral ? await mkdtemp(join(tmpdir(), 'staycover-auth-')) : dataDir;
  const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`;
  const member = (org: string) => issuer.token({ sub: `user@${org}`, org, roles: ['read', 'write'], lasts: WORKDAY_S });
  const staff = (name: string, held: readonly Role[]) =>
    issuer.token({ sub: `${name}@staycover`, org: '*', roles: [...held], lasts: WORKDAY_S });
  return {
    environment: {
      ...issuer.environment,
      API_KEYS_FILE: join(folder, 'api-keys.json'),
      CRM_WEBHOOK_SECRETS: webhookSecret,
    },
    webhookSecret,
    issuer,
    tokens: {
      acme: await member('acme'),
      globex: await member('globex'),
      underwriter: await staff('underwriter', ['read', 'write', 'underwrite']),
      finance: await staff('finance', ['read', 'finance']),
      adjuster: await staff('adjuster', ['read', 'adjust']),
      ops: await staff('ops', everyRole),
    },
    async stop() {
      await issuer.close();
      if (ephemeral) await rm(folder, { recursive: true, force: true });
    },
  };
};
