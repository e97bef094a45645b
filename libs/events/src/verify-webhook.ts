import type { CloudEvent } from './cloud-event.ts';

/** The request was not signed with the secret, or is too old. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** Headers as `fetch` has them, or as Node's `request.headers` are, in lower case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type VerifyWebhookOptions = {
  /** How far the sender's clock may be off, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** The time, in milliseconds since 1970; now by default. */
  now?: number;
};

const PREFIX = 'whsec_';
/** Each costs a hash of the body, before it is known who sent it. */
const MOST_SIGNATURES = 10;

/**
 * Verifies a webhook request by the Standard Webhooks specification, and returns its event. `body` is the raw body,
 * before parsing. While a secret is being replaced, both the old and the new one are valid.
 * @throws WebhookVerificationError for a request to refuse, TypeError for a secret that is not as the platform gave it.
 */
export const verifyWebhook = async <Event = CloudEvent>(
  secret: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
  { toleranceSeconds = 300, now = Date.now() }: VerifyWebhookOptions = {},
): Promise<Event> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    needed(headers, name),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is no number of seconds');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('webhook-timestamp is too far from the time here');

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const candidates = signatures
    .split(' ')
    .slice(0, MOST_SIGNATURES)
    .flatMap((signature) => decodeBase64(/^v1,(.+)$/.exec(signature)?.[1] ?? '') ?? []);
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(one);
    for (const candidate of candidates) {
      if (await crypto.subtle.verify('HMAC', key, candidate, signed)) return JSON.parse(text) as Event;
    }
  }
  throw new WebhookVerificationError('webhook-signature is of another secret or another body');
};

const needed = (headers: WebhookHeaders, name: string): string => {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`${name} is missing`);
};

const importKey = (secret: string): Promise<CryptoKey> => {
  const key = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!key?.length) throw new TypeError('The secret is not whsec_ and base64.');
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
};
