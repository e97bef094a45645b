import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type Seal, sealWith } from '@staycover/kernel';

/** Keeps claim tokens: sealed for the reservation that has them, to be shown again, and digested to be found. */
export type TokenVault = Seal & {
  /** A new token of 128 random bits. */
  newToken(): string;
  /** A keyed hash of the token: equal for equal tokens, and useless without the key. */
  digest(token: string): Buffer;
};

const TOKEN_BYTES = 16;

/** AES-256-GCM and HMAC-SHA-256, each with a key of its own derived from `secret`. */
export const tokenVault = (secret: string): TokenVault => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'claim-token', purpose, 32));
  const digesting = derive('digest');
  return {
    ...sealWith(derive('seal')),
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    digest: (token) => createHmac('sha256', digesting).update(token).digest(),
  };
};
