import { createHash } from 'node:crypto';
import { compareTexts } from './compare-texts.ts';
import { isSameDay } from './dates.ts';

const sortedKeys = (_key: string, member: unknown): unknown =>
  member !== null && typeof member === 'object' && !Array.isArray(member)
    ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => compareTexts(a, b)))
    : member;

/** JSON with sorted keys and without undefined members: equal content gives equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sortedKeys);

/** SHA-256 of the canonical JSON, in hex. */
export const contentHash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Whether two plain values (bigint and Temporal members included) are the same content, in whatever order of keys. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return isSameList(a, b);
  return prints(a) || prints(b) ? isSamePrint(a, b) : isSameObject(a as Members, b as Members);
};

type Members = Record<string, unknown>;

const isSameList = (a: unknown, b: unknown): boolean =>
  Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((entry, i) => isSame(entry, b[i]));

/** Temporal values have no members: they print themselves. */
const prints = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function';

const isSamePrint = (a: object, b: object): boolean =>
  a instanceof Temporal.PlainDate && b instanceof Temporal.PlainDate
    ? isSameDay(a, b)
    : a.constructor === b.constructor && JSON.stringify(a) === JSON.stringify(b);

/** A member that is undefined is absent. */
const isSameObject = (a: Members, b: Members): boolean => {
  const present = (value: Members) => Object.keys(value).filter((name) => value[name] !== undefined);
  const names = present(a);
  return names.length === present(b).length && names.every((name) => isSame(a[name], b[name]));
};
