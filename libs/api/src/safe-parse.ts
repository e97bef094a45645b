import { z } from 'zod';

/**
 * Parses JSON from outside with a schema; never throws. Zod reads the `length` of any value, and throws when an object
 * brings one with a `toString` of its own.
 */
export const safeParse = <S extends z.ZodType>(schema: S, json: unknown): z.ZodSafeParseResult<z.output<S>> => {
  try {
    return schema.safeParse(json);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = 'has an object with a length where there is to be text';
    return { success: false, error: new z.ZodError([{ code: 'custom', path: [], message, input: json }]) as never };
  }
};
