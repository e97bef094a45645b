import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { toFaults } from './index.ts';

const Body = z.object({
  name: z.string().min(1).max(3),
  nights: z.int().min(0).max(365),
  rate: z.number().positive(),
  renew: z.boolean(),
  states: z.array(z.string()).max(1),
  scope: z.enum(['GROUP', 'PROPERTY']),
  kind: z.literal('deal'),
  code: z.string().regex(/^[A-Z]+$/),
  email: z.email(),
  own: z.string().refine((text) => text === 'fine', { error: 'must be fine' }),
});
const good = {
  name: 'abc',
  nights: 1,
  rate: 1,
  renew: true,
  states: [],
  scope: 'GROUP',
  kind: 'deal',
  code: 'A',
  email: 'a@b.co',
  own: 'fine',
};

describe('a fault ends a sentence that begins with the name of the member', () => {
  test.each([
    ['name', undefined, 'is required'],
    ['name', null, 'must be a string'],
    ['name', '', 'must not be empty'],
    ['name', 'abcd', 'must have at most 3 characters'],
    ['nights', '1', 'must be a number'],
    ['nights', 1.5, 'must be a whole number'],
    ['nights', -1, 'must be at least 0'],
    ['nights', 366, 'must be at most 365'],
    ['rate', 0, 'must be more than 0'],
    ['renew', 'yes', 'must be true or false'],
    ['states', 'FL', 'must be an array'],
    ['states', ['FL', 'GA'], 'must have at most 1 items'],
    ['scope', 'STATE', 'must be one of GROUP, PROPERTY'],
    ['kind', 'order', 'must be deal'],
    ['code', 'a', 'must match /^[A-Z]+$/'],
    ['email', 'a', 'must be a valid email'],
    ['own', 'bad', 'must be fine'],
  ])('%s: %j %s', (member, value, detail) => {
    const { error } = Body.safeParse({ ...good, [member]: value });
    expect(toFaults(error!)).toEqual([{ pointer: `/${member}`, detail }]);
  });
});
