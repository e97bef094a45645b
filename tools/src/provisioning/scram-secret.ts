import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096;
const BYTES = 32;

/**
 * What PostgreSQL stores of a password (RFC 5803). A server that gets this in place of the password has none to write to its
 * log, where a statement that fails, or is slow, is written as it came.
 */
export const scramSecret = (password: string): string => {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, BYTES, 'sha256');
  const keyFor = (side: string): Buffer => createHmac('sha256', salted).update(`${side} Key`).digest();
  const stored = createHash('sha256').update(keyFor('Client')).digest('base64');
  const server = keyFor('Server').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
};
