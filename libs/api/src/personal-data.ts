import type { z } from 'zod';

const names = new Set<string>();

/**
 * Marks members with personal data or credentials: `x-personal-data` in the documents, and redacted in logs and spans at
 * any depth.
 */
export const personal = <S extends Readonly<Record<string, z.ZodType>>>(shape: S): S =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => {
      names.add(name);
      return [name, schema.meta({ ...schema.meta(), 'x-personal-data': true })];
    }),
  ) as unknown as S;

/** The names of all members that are marked, for what writes logs. */
export const personalMembers = (): string[] => [...names];
