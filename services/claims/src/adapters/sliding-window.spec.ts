import { describe, expect, test } from '@jest/globals';
import { fakeClock } from '@staycover/testing';
import { slidingWindow } from './sliding-window.ts';

const given = (times: number) => {
  const clock = fakeClock('2026-11-20T09:30:00Z');
  const window = slidingWindow({ clock, limit: 10, windowMs: 60_000, detail: 'Too often.' });
  for (let i = 0; i < times; i++) {
    window.record('192.0.2.1');
    clock.advance({ seconds: 2 });
  }
  return { clock, window };
};

describe('a sliding window', () => {
  test('lets ten things happen and stops the key after the tenth', () => {
    expect(() => given(9).window.assertRoom('192.0.2.1')).not.toThrow();
    expect(() => given(10).window.assertRoom('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'rate-limited', extra: { retryAfter: 40 } }),
    );
  });

  test('counts each key separately', () => {
    expect(() => given(10).window.assertRoom('192.0.2.2')).not.toThrow();
  });

  test('slides: it opens again as soon as the first is a minute old', () => {
    const { clock, window } = given(10);
    clock.advance({ seconds: 39 });
    expect(() => window.assertRoom('192.0.2.1')).toThrow(expect.objectContaining({ extra: { retryAfter: 1 } }));
    clock.advance({ seconds: 1 });
    expect(() => window.assertRoom('192.0.2.1')).not.toThrow();
    window.record('192.0.2.1');
    expect(() => window.assertRoom('192.0.2.1')).toThrow('Too often.');
  });

  test('forgets keys that have been quiet, so that strangers do not fill the memory', () => {
    const clock = fakeClock('2026-11-20T09:30:00Z');
    const window = slidingWindow({ clock, limit: 10, windowMs: 60_000, detail: 'Too often.' });
    for (let i = 0; i < 20_000; i++) window.record(`10.0.${i >> 8}.${i & 255}`);
    clock.advance({ minutes: 2 });
    window.record('192.0.2.1');
    expect(window.size()).toBe(1);
  });
});
