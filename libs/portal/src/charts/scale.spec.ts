import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { barsFor, partialBar } from './scale.ts';

describe('bars', () => {
  test('reach from 0 to their value, side by side', () => {
    expect(barsFor([50, 100])).toEqual([
      { x: 2.5, width: 15, y: 50, height: 50 },
      { x: 22.5, width: 15, y: 0, height: 100 },
    ]);
    expect(barsFor(Array.from({ length: 10 }, () => 1))[9]).toEqual({ x: 91.25, width: 7.5, y: 0, height: 100 });
  });

  test('hang below the line of 0 when a value is below it', () => {
    const [above, below] = barsFor([30, -10]);
    expect([above!.y, above!.height, below!.y, below!.height]).toEqual([0, 75, 75, 25]);
  });

  test('are flat when there is nothing', () => {
    expect(barsFor([0, 0]).map(({ y, height }) => [y, height])).toEqual([
      [100, 0],
      [100, 0],
    ]);
    expect(barsFor([])).toEqual([]);
  });

  test('never leave the chart', () => {
    const amounts = fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(amounts, (values) => {
        for (const { x, y, width, height } of barsFor(values)) {
          expect(Math.min(x, y, height)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(100);
          expect(y + height).toBeLessThanOrEqual(100.001);
        }
      }),
    );
  });
});

test.each([
  [100, 25, { y: 75, height: 25 }],
  [100, undefined, { y: 100, height: 0 }],
  [100, 200, { y: 0, height: 100 }],
  [-100, 50, { height: 0 }],
])('of %p, %p is the foot of the bar', (value, part, foot) => {
  const [bar] = barsFor([value]);
  expect(partialBar(bar!, { label: 'Nov', value, ...(part !== undefined && { part }) })).toMatchObject(foot);
});
