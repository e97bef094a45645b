import { type Actor, isSame, readList } from '@staycover/kernel';
import { z } from 'zod';

/** A signing secret of a CRM, and the organizations it may send deals for. */
export type WebhookSecret = { kind: 'standard' | 'hubspot'; key: Buffer; organizations: Actor['organizations'] };

const STANDARD = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
const HUBSPOT = /^hubspot:([\x21-\x7E]+)$/;
const ORGANIZATION = /^[A-Za-z0-9_-]{1,64}$/;
const MIN_KEY_BYTES = 16;

/** Error messages must not contain the input: it is a secret. */
const readSecret = (text: string): WebhookSecret | string => {
  const [written = '', bound, ...more] = text.split('@');
  if (more.length > 0) return 'must have one @ at most';
  const organizations = bound?.split(',') ?? '*';
  if (organizations !== '*' && !organizations.every((id) => ORGANIZATION.test(id))) {
    return 'what follows the @ must be organizations, separated by commas';
  }
  const standard = STANDARD.exec(written)?.[1];
  const hubspot = HUBSPOT.exec(written)?.[1];
  if (standard === undefined && hubspot === undefined)
    return 'must be whsec_ and Base64, or hubspot: and the client secret';
  const key = standard === undefined ? Buffer.from(hubspot!, 'utf8') : Buffer.from(standard, 'base64');
  if (key.length < MIN_KEY_BYTES) return `must have at least ${MIN_KEY_BYTES} bytes`;
  return { kind: standard === undefined ? 'hubspot' : 'standard', key, organizations };
};

const isSameKey = (other: WebhookSecret, { kind, key }: WebhookSecret): boolean =>
  other.kind === kind && other.key.equals(key);

/**
 * `whsec_…` for Standard Webhooks or `hubspot:<client secret>`, each bound to organizations by `@org1,org2` or good for
 * all, separated by semicolons. Several are tried in turn: that is how a secret is replaced.
 */
export const webhookSecrets = z.string().transform((text, context): WebhookSecret[] => {
  const secrets: WebhookSecret[] = [];
  const refuse = (i: number, fault: string): void =>
    context.addIssue({ code: 'custom', message: `secret ${i + 1} ${fault}` });
  readList(text, ';').forEach((entry, i) => {
    const secret = readSecret(entry);
    if (typeof secret === 'string') return refuse(i, secret);
    const known = secrets.find((other) => isSameKey(other, secret));
    if (!known) secrets.push(secret);
    else if (!isSame(known.organizations, secret.organizations))
      refuse(i, 'is there before: name all its organizations in one entry');
  });
  return secrets;
});
