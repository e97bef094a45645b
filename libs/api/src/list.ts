import { integerParam, requiredText } from './fields.ts';

/** Query members of every list: rows of a page and where it starts, as the `Link` header of the page before says. */
export const paging = {
  limit: integerParam(1, 1000).optional().meta({ description: 'Rows of a page; without it up to 1,000' }),
  cursor: requiredText(1024).optional().meta({ description: 'Where the page starts, taken from the Link header' }),
};
