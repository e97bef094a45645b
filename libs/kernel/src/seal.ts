import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts what must be read again. */
export type Seal = {
  /** Encrypts a text for its owner, such as the row that has it. */
  seal(text: string, owner: string): Buffer;
  /** The text again; throws when it was sealed for another owner, with another key, or was changed. */
  open(sealed: Buffer, owner: string): string;
};

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with a key of 32 bytes. */
export const sealWith = (key: Buffer): Seal => ({
  seal(text, owner) {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  },
  open(sealed, owner) {
    const iv = sealed.subarray(0, IV_BYTES);
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  },
});
