import type { Fault } from '@staycover/kernel';
import type { z } from 'zod';

/** RFC 6901 pointer of a path into JSON. */
export const pointerOf = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Every issue that a schema found, each with the pointer of the member that it is about. */
export const faultsOf = (error: z.ZodError, prefix: readonly PropertyKey[] = []): Fault[] =>
  error.issues.flatMap((issue) =>
    issue.code === 'invalid_union' && issue.errors.length === 1
      ? issue.errors[0]!.map((inner) => ({ pointer: pointerOf([...prefix, ...issue.path, ...inner.path]), detail: inner.message }))
      : [{ pointer: pointerOf([...prefix, ...issue.path]), detail: issue.message }],
  );

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
