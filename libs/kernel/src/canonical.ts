import { createHash } from 'node:crypto';

const sortedKeys = (_key: string, member: unknown): unknown =>
  member !== null && typeof member === 'object' && !Array.isArray(member)
    ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : member;

/** JSON with sorted keys and without undefined members: equal content gives equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys);

/** SHA-256 of the canonical JSON, in hex. */
export const contentHash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Whether two plain values (bigint and Temporal members included) are the same content, in whatever order of keys. */
export const isSame = (a: unknown, b: unknown): boolean => plainText(a) === plainText(b);

// Temporal values print themselves as JSON; bigint does not.
const plainText = (value: unknown): string =>
  JSON.stringify(value, (key, member: unknown) =>
    typeof member === 'bigint' ? `${member}n` : sortedKeys(key, member),
  );
