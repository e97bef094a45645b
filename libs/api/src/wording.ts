import type { z } from 'zod';

type Issue = Parameters<NonNullable<z.core.$ZodErrorMap>>[0];

const nouns: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const units: Record<string, string> = { string: ' characters', array: ' items', record: ' members' };

/** What is wrong with a value, as the end of a sentence that begins with its name; undefined leaves it to Zod. */
export const describeIssue = (issue: Issue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${nouns[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return `must ${bound(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)}`;
    case 'invalid_format':
      return issue.format === 'regex' ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_union':
      return 'has none of the possible shapes';
    default:
      return undefined;
  }
};

const bound = (origin: string, comparison: string, limit: number | bigint): string =>
  origin in units ? `have ${comparison} ${limit}${units[origin]}` : `be ${comparison} ${limit}`;
