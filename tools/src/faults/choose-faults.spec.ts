import { expect, test } from '@jest/globals';
import { chooseFaults } from './choose-faults.ts';
import { faults } from './faults.ts';

const chosen = (only: string | undefined, replicas: number) => chooseFaults(faults, only, replicas).map(({ id }) => id);

test('cases are chosen by the beginnings of their names', () => {
  expect(chosen('4-,6-', 1)).toEqual(['4-nats-killed', '6-power-lost']);
  expect(chosen(undefined, 1).length).toBeGreaterThan(20);
});

test.each([
  ['nope', 1],
  ['4-,nope', 1],
  ['21-', 1],
])(
  '--only %j with --replicas %d is refused: a run of nothing would look like one in which all held',
  (only, replicas) => {
    expect(() => chosen(only, replicas)).toThrow(/^With --replicas 1 no case begins with "(nope|21-)"\. There are 1-/);
  },
);
