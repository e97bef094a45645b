import { describe, expect, test } from '@jest/globals';
import { falls, hold, type Ratios, ratios } from './gate.ts';
import type { Results } from './side-by-side/measure.ts';

const figures = (cpuMs: number) => ({ cpuMs, perSecond: 100, p50: 1, p99: 2 });

test('a ratio is the time of a reference divided by ours', () => {
  expect(ratios({ read: { ours: figures(0.5), limit: figures(0.25), peer: figures(1) } })).toEqual({
    read: { limit: 0.5, peer: 2 },
  });
});

test.each<[string, Ratios, string[]]>([
  ['the same', { read: { peer: 2, limit: 0.5 } }, []],
  ['better', { read: { peer: 4, limit: 0.9 } }, []],
  ['worse by a quarter', { read: { peer: 1.5, limit: 0.5 } }, []],
  ['worse by more than that against one reference', { read: { peer: 1.49, limit: 0.5 } }, ['peer']],
  ['worse against both', { read: { peer: 1, limit: 0.1 } }, ['peer', 'limit']],
  ['a row that was never committed', { put: { peer: 0.1 } }, []],
])('%s', (_, now, fallen) => {
  expect(falls({ read: { peer: 2, limit: 0.5 } }, now).map(({ reference }) => reference)).toEqual(fallen);
});

describe('the gate', () => {
  const committed = { read: { peer: 2 }, put: { peer: 1 } };
  /** Reads and PUTs that cost so much, beside a peer that takes 1. */
  const measured = (cpuMs: { read?: number; put?: number }): Results =>
    Object.fromEntries(Object.entries(cpuMs).map(([row, ms]) => [row, { ours: figures(ms), peer: figures(1) }]));

  const holding = async (first: Results, ...further: Results[]) => {
    const [asked, lines]: [string[][], string[]] = [[], []];
    const again = async (rows: string[]) => {
      asked.push(rows);
      return further[asked.length - 1]!;
    };
    const fallen = await hold(committed, first, again, (line) => void lines.push(line));
    return { fallen, asked, lines };
  };

  test('is open when nothing has fallen, and measures nothing again', async () => {
    const { fallen, asked } = await holding(measured({ read: 0.5, put: 1 }));
    expect([fallen, asked]).toEqual([[], []]);
  });

  test.each([
    ['the second', [{ read: 0.6 }]],
    ['the third', [{ read: 0.9 }, { read: 0.6 }]],
  ])('is open when what fell by noise is right at %s try, which measures nothing else', async (_, tries) => {
    const { fallen, asked, lines } = await holding(measured({ read: 0.8, put: 1 }), ...tries.map(measured));
    expect([fallen, asked]).toEqual([[], tries.map(() => ['read'])]);
    expect(lines.at(-1)).toBe('Nothing has fallen by more than a quarter.');
  });

  test('is closed when a ratio falls three times, and lists the rows with their ratios', async () => {
    const { fallen, asked, lines } = await holding(
      measured({ read: 0.8, put: 2 }),
      measured({ read: 0.5, put: 2 }),
      measured({ put: 2.5 }),
    );
    expect(fallen).toEqual([{ row: 'put', reference: 'peer', committed: 1, now: 0.4 }]);
    expect(asked).toEqual([['read', 'put'], ['put']]);
    expect(lines.slice(-2)).toEqual(['put beside peer: 0.40, it was 1.00', 'The gate is closed.']);
  });

  test('asks for ratios alone: on a machine half as fast it is as open', async () => {
    const slow = { read: { ours: figures(1), peer: figures(2) } };
    expect((await holding(slow)).fallen).toEqual([]);
  });
});
