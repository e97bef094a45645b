import { boundedFaults, type Fault, isRecord, MOST_FAULTS } from '@staycover/kernel';
import { z } from 'zod';
import { describeIssue } from './wording.ts';

// For every fault that a schema has no words of its own for.
z.config({ customError: describeIssue });

/** RFC 6901 pointer of a path into JSON. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * The issues of a schema, each with the JSON pointer of its member: the first hundred, and the number of the others.
 */
export const toFaults = (error: z.ZodError, prefix: readonly PropertyKey[] = []): Fault[] => {
  const faults: Fault[] = [];
  const ofAnotherType = new Set<string>();
  for (const [i, issue] of error.issues.entries()) {
    if (faults.length >= MOST_FAULTS) return boundedFaults(faults, error.issues.length - i);
    const pointer = toPointer([...prefix, ...issue.path]);
    // The length and range of a value of the wrong type do not matter.
    if (ofAnotherType.has(pointer)) continue;
    if (issue.code === 'invalid_type') ofAnotherType.add(pointer);
    faults.push(...issueFaults(issue, prefix, pointer));
  }
  return boundedFaults(faults);
};

/** Of a union that one shape of comes close to, the faults of that shape. */
const issueFaults = (issue: z.core.$ZodIssue, prefix: readonly PropertyKey[], pointer: string): Fault[] =>
  issue.code === 'invalid_union' && issue.errors.length === 1
    ? issue.errors[0]!.map((inner) => ({
        pointer: toPointer([...prefix, ...issue.path, ...inner.path]),
        detail: inner.message,
      }))
    : [{ pointer, detail: issue.message }];

/** Members that a schema left out: the pointers of the first ones, and how many there are. */
export type IgnoredMembers = { pointers: string[]; count: number };

/** Ignored members as faults, for callers who want them refused. */
export const ignoredFaults = ({ pointers }: IgnoredMembers): Fault[] =>
  pointers.map((pointer) => ({ pointer, detail: 'is unknown or read-only' }));

const MOST_IGNORED = 100;

/** The members of `input` that a schema left out of its `output`: unknown and read-only ones. Both are plain JSON. */
export const ignoredMembers = (input: unknown, output: unknown): IgnoredMembers => {
  const ignored: IgnoredMembers = { pointers: [], count: 0 };
  collectIgnored(input, output, [], ignored);
  return ignored;
};

const collectIgnored = (input: unknown, output: unknown, path: readonly PropertyKey[], found: IgnoredMembers): void => {
  if (Array.isArray(input) && Array.isArray(output)) {
    for (const [i, item] of input.entries()) collectIgnored(item, output[i], [...path, i], found);
  }
  if (!isRecord(input) || !isRecord(output)) return;
  for (const key of Object.keys(input)) {
    if (Object.hasOwn(output, key)) collectIgnored(input[key], output[key], [...path, key], found);
    else if (found.count++ < MOST_IGNORED) found.pointers.push(toPointer([...path, key]));
  }
};
