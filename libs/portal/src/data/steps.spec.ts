import { expect, test } from '@jest/globals';
import { everyMonth, everyWeek } from './steps.ts';

const billed = (month: string) => ({ month, billed: 10, due: 5 });
const none = (month: string) => ({ month, billed: 0, due: 0 });

test.each([
  ['between others', ['2026-11', '2027-01'], '2027-01', [billed('2026-11'), none('2026-12'), billed('2027-01')]],
  ['after the last', ['2026-11'], '2026-12', [billed('2026-11'), none('2026-12')]],
  ['before one to come', ['2027-02'], '2026-11', [billed('2027-02')]],
  ['without any', [], '2026-11', []],
])('given months %s, then those without anything are 0', (_where, months, present, expected) => {
  expect(everyMonth(months.map(billed), `${present}-20T09:30:00.000Z`)).toEqual(expected);
});

test.each([
  ['a Friday', '2026-11-20T23:59:59.999Z'],
  ['a Monday', '2026-11-16T00:00:00.000Z'],
  ['a Sunday', '2026-11-22T09:30:00.000Z'],
])('given terms that end in two weeks, then on %s the weeks before and between them are 0', (_day, asOf) => {
  const ending = (monday: string, count: number) => ({ monday, ending: count });
  expect(everyWeek([ending('2026-11-23', 3), ending('2026-12-07', 1)], asOf)).toEqual([
    ending('2026-11-16', 0),
    ending('2026-11-23', 3),
    ending('2026-11-30', 0),
    ending('2026-12-07', 1),
  ]);
});

test('given no term that ends, then there are no weeks', () => {
  expect(everyWeek([], '2026-11-20T09:30:00.000Z')).toEqual([]);
});
