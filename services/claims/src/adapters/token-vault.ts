import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps claim tokens: encrypted to be shown again, digested to be found. */
export type TokenVault = {
  /** A new token of 128 random bits. */
  newToken(): string;
  /** Encrypts a token for the reservation that `owner` names. */
  seal(token: string, owner: string): Buffer;
  /** The token again; throws when it was sealed for another owner, with another key, or was changed. */
  open(sealed: Buffer, owner: string): string;
  /** The same for the same token; nobody without the key can tell which token it is. */
  digest(token: string): Buffer;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;
const TOKEN_BYTES = 16;

/** AES-256-GCM and HMAC-SHA-256, each with a key of its own derived from `secret`. */
export const tokenVault = (secret: string): TokenVault => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'claim-token', purpose, 32));
  const sealing = derive('seal');
  const digesting = derive('digest');
  return {
    newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
    seal(token, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    digest: (token) => createHmac('sha256', digesting).update(token).digest(),
  };
};
