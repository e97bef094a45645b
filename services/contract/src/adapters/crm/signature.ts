import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Actor, type Clock, DomainError, unauthenticated, unchecked } from '@staycover/kernel';
import type { DealSender } from '../../use-cases/receive-deal.ts';
import type { WebhookSecret } from './secrets.ts';

/** A webhook request: its raw body, and the other parts that its signature covers. */
export type SignedRequest = {
  body: Buffer;
  /** Path and query as the client sent them. */
  target: string;
  header(name: string): string | undefined;
};

const TOLERANCE_MS = 300_000;
const ID = /^[\x21-\x7E]{1,255}$/;

/** Who sends an unsigned webhook, where no secrets are set: a caller that may make policies. */
export const callerAsSender = (actor: Actor): DealSender => {
  if (actor.roles.includes('underwrite')) return { actor };
  if (actor === unchecked) throw new DomainError('service-unavailable', 'The credentials cannot be checked now.');
  const detail = 'Send credentials with the role underwrite; no CRM_WEBHOOK_SECRETS are set to sign with.';
  if (actor === unauthenticated) throw new DomainError('unauthenticated', detail);
  throw new DomainError('forbidden', detail, { requiredRoles: ['underwrite'] });
};

/**
 * Creates a function that verifies the signature of a webhook and returns its sender: Standard Webhooks or HubSpot v3.
 * `publicUrl` is our address as the CRM sees it, because HubSpot signs the whole URL.
 * @throws DomainError `unauthenticated`.
 */
export const signatureVerifier =
  ({ secrets, publicUrl, clock }: { secrets: readonly WebhookSecret[]; publicUrl: string; clock: Clock }) =>
  (request: SignedRequest): DealSender => {
    const now = clock().epochMilliseconds;
    if (request.header('webhook-signature')) return verifyStandard(request, secrets, now);
    if (request.header('x-hubspot-signature-v3')) return verifyHubSpot(request, secrets, publicUrl, now);
    throw refused('has no signature: sign it as Standard Webhooks or HubSpot v3 do');
  };

const verifyStandard = (request: SignedRequest, secrets: readonly WebhookSecret[], now: number): DealSender => {
  const id = request.header('webhook-id') ?? '';
  const timestamp = request.header('webhook-timestamp') ?? '';
  if (!ID.test(id)) throw refused('has no webhook-id');
  assertRecent(timestamp, 1_000, now);
  const given = request
    .header('webhook-signature')!
    .split(' ')
    .flatMap((item) => /^v1,(.+)$/.exec(item)?.[1] ?? []);
  const secret = findSigner(secrets, 'standard', [`${id}.${timestamp}.`, request.body], given);
  return { actor: toActor(secret), webhookId: `${fingerprint(secret)}:${id}` };
};

const verifyHubSpot = (
  request: SignedRequest,
  secrets: readonly WebhookSecret[],
  publicUrl: string,
  now: number,
): DealSender => {
  const timestamp = request.header('x-hubspot-request-timestamp') ?? '';
  assertRecent(timestamp, 1, now);
  const address = decodeAsHubSpot(publicUrl.replace(/\/$/, '') + request.target);
  const given = [request.header('x-hubspot-signature-v3')!];
  return { actor: toActor(findSigner(secrets, 'hubspot', [`POST${address}`, request.body, timestamp], given)) };
};

const assertRecent = (timestamp: string, unitMs: number, now: number): void => {
  if (!/^\d{1,15}$/.test(timestamp)) throw refused('has no timestamp');
  if (Math.abs(Number(timestamp) * unitMs - now) > TOLERANCE_MS) throw refused('is more than 5 minutes off our clock');
};

/** The secret that one of the signatures was made with. */
const findSigner = (
  secrets: readonly WebhookSecret[],
  kind: WebhookSecret['kind'],
  signed: readonly (string | Buffer)[],
  given: readonly string[],
): WebhookSecret => {
  const candidates = given.slice(0, 10).map((text) => Buffer.from(text, 'base64'));
  const found = secrets.find((secret) => {
    if (secret.kind !== kind) return false;
    const hmac = createHmac('sha256', secret.key);
    for (const part of signed) hmac.update(part);
    const expected = hmac.digest();
    return candidates.some((candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected));
  });
  if (!found) throw refused('has a signature that is not valid');
  return found;
};

const toActor = ({ organizations }: WebhookSecret): Actor => ({
  id: 'crm-webhook',
  organizations,
  roles: ['underwrite'],
});

const fingerprint = ({ key }: WebhookSecret): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** HubSpot signs the address with `: / ? @ ! $ ' ( ) * , ;`, and no other characters, decoded. */
const decodeAsHubSpot = (address: string): string =>
  address.replaceAll(/%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent);

const refused = (why: string): DomainError => new DomainError('unauthenticated', `The webhook ${why}.`);
