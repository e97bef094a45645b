import type { Fault } from '@staycover/kernel';
import { z } from 'zod';
import { wordingOf } from './wording.ts';

// For every fault that a schema has no words of its own for.
z.config({ customError: wordingOf });

/** RFC 6901 pointer of a path into JSON. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Every issue that a schema found, each with the pointer of the member that it is about. */
export const faultsOf = (error: z.ZodError, prefix: readonly PropertyKey[] = []): Fault[] =>
  error.issues.filter(isOfItsType).flatMap((issue) =>
    issue.code === 'invalid_union' && issue.errors.length === 1
      ? issue.errors[0]!.map((inner) => ({
          pointer: pointerOf([...prefix, ...issue.path, ...inner.path]),
          detail: inner.message,
        }))
      : [{ pointer: pointerOf([...prefix, ...issue.path]), detail: issue.message }],
  );

/** Length and range of a value of the wrong type are beside the point. */
const isOfItsType = (issue: z.core.$ZodIssue, index: number, all: readonly z.core.$ZodIssue[]): boolean =>
  !all.slice(0, index).some(({ code, path }) => code === 'invalid_type' && pointerOf(path) === pointerOf(issue.path));

/**
 * Pointers of the members of `input` that a schema left out of its `output`: unknown and read-only ones.
 * Both are plain JSON.
 */
export const ignoredMembers = (input: unknown, output: unknown, path: readonly PropertyKey[] = []): string[] => {
  if (Array.isArray(input) && Array.isArray(output)) {
    return input.flatMap((item, i) => ignoredMembers(item, output[i], [...path, i]));
  }
  if (!isObject(input) || !isObject(output)) return [];
  return Object.keys(input).flatMap((key) =>
    Object.hasOwn(output, key) ? ignoredMembers(input[key], output[key], [...path, key]) : [pointerOf([...path, key])],
  );
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
