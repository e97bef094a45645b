import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type Instant, type Seal, sealWith } from '@staycover/kernel';

/** What of Standard Webhooks stands before a secret. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Seals the secrets of endpoints, each for its endpoint. */
export const webhookSeal = (key: string): Seal =>
  sealWith(Buffer.from(hkdfSync('sha256', key, 'webhook-secret', 'seal', 32)));

/** A new secret, as its receiver gets it. */
export const newSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

type Message = { id: string; at: Instant; body: string };

/** The headers of a request, signed with each secret, by the Standard Webhooks specification. */
export const signedHeaders = (secrets: readonly string[], { id, at, body }: Message): Record<string, string> => {
  const timestamp = String(Math.floor(at.epochMilliseconds / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
};
