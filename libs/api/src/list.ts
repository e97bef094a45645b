import { z } from 'zod';
import { integerParam, text } from './fields.ts';

const description = 'Where the page starts, taken from the Link header of the page before';
const error = 'must come from a Link header';

/** Query members of a list: rows of a page and where it starts. */
export const paging = <S extends z.ZodType>(cursor: S) => ({
  limit: integerParam(1, 1000).default(1000).meta({ description: 'Rows of a page at most' }),
  cursor: cursor.optional().meta({ description }),
});

/** Query members of a list that can be read from both ends. */
export const orderedPaging = <S extends z.ZodType>(cursor: S) => ({
  order: z
    .enum(['oldest', 'newest'])
    .optional()
    .meta({ description: 'Which come first, the oldest without it; pages go on in this order' }),
  ...paging(cursor),
});

/** The query member of what can be read without its parts. */
export const view = (leftOut: string) =>
  z
    .enum(['full', 'summary'])
    .optional()
    .meta({ description: `\`summary\`: without ${leftOut}; \`full\` by default` });

/** What pages start after: the id of the row before, or its number, or a day. */
export const idCursor = z.uuid({ error });
export const numberCursor = z.string().regex(/^\d{1,18}$/, { error });

/** A day and an id; a day beyond the end of its month means the last one. */
export const dayAndIdCursor = z
  .string()
  .regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error });

/** A day and a name. */
export const dayAndNameCursor = text(266).regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\..+$/su, {
  error,
});
