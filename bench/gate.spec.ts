import { expect, test } from '@jest/globals';
import { falls, type Ratios, ratios } from './gate.ts';

const figures = (cpuMs: number) => ({ cpuMs, perSecond: 100, p50: 1, p99: 2 });

test('a ratio says how much more a reference takes than we do', () => {
  expect(ratios({ read: { ours: figures(0.5), limit: figures(0.25), peer: figures(1) } })).toEqual({
    read: { limit: 0.5, peer: 2 },
  });
});

test.each<[string, Ratios, string[]]>([
  ['the same', { read: { peer: 2, limit: 0.5 } }, []],
  ['better', { read: { peer: 4, limit: 0.9 } }, []],
  ['worse by a quarter', { read: { peer: 1.5, limit: 0.5 } }, []],
  ['worse by more than that beside one reference', { read: { peer: 1.49, limit: 0.5 } }, ['peer']],
  ['worse beside both', { read: { peer: 1, limit: 0.1 } }, ['peer', 'limit']],
  ['a row that was never committed', { put: { peer: 0.1 } }, []],
])('%s', (_, now, fallen) => {
  expect(falls({ read: { peer: 2, limit: 0.5 } }, now).map(({ reference }) => reference)).toEqual(fallen);
});
