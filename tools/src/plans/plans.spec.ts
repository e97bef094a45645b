import { expect, test } from '@jest/globals';
import { type Plan, wholeScans } from './plans.ts';

const onIndex = { 'Node Type': 'Index Scan', 'Relation Name': 'policy', 'Index Name': 'policy_pkey' };

test.each<[string, Plan, string[]]>([
  ['a table', { 'Node Type': 'Seq Scan', 'Relation Name': 'policy' }, ['policy']],
  ['a row of an index', { ...onIndex, 'Index Cond': '(id = $1)' }, []],
  ['an index', onIndex, ['policy by policy_pkey']],
  ['a page of an index', { 'Node Type': 'Limit', Plans: [onIndex] }, []],
  [
    'all that is sorted for a page',
    { 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [onIndex] }] },
    ['policy by policy_pkey'],
  ],
  [
    'rows that an index names',
    {
      'Node Type': 'Bitmap Heap Scan',
      'Relation Name': 'policy',
      Plans: [{ 'Node Type': 'Bitmap Index Scan', 'Index Name': 'policy_state', 'Index Cond': '(status = $1)' }],
    },
    [],
  ],
  [
    'a table joined to a row',
    {
      'Node Type': 'Nested Loop',
      Plans: [
        { ...onIndex, 'Index Cond': '(id = $1)' },
        { 'Node Type': 'Seq Scan', 'Relation Name': 'enrollment' },
      ],
    },
    ['enrollment'],
  ],
])('a plan that reads %s', (_, plan, expected) => {
  expect(wholeScans(plan).map(({ table, index }) => (index ? `${table} by ${index}` : table))).toEqual(expected);
});
