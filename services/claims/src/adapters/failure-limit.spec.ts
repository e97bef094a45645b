import { describe, expect, test } from '@jest/globals';
import { fakeClock } from '@staycover/testing';
import { failureLimit } from './failure-limit.ts';

const given = (failures: number) => {
  const clock = fakeClock('2026-11-20T09:30:00Z');
  const limit = failureLimit({ clock, failures: 10, windowMs: 60_000 });
  for (let i = 0; i < failures; i++) {
    limit.recordFailure('192.0.2.1');
    clock.advance({ seconds: 2 });
  }
  return { clock, limit };
};

describe('the limit of failed lookups', () => {
  test('lets nine failures pass and stops the address after the tenth', () => {
    expect(() => given(9).limit.assertAllowed('192.0.2.1')).not.toThrow();
    expect(() => given(10).limit.assertAllowed('192.0.2.1')).toThrow(
      expect.objectContaining({ code: 'rate-limited', extra: { retryAfter: 40 } }),
    );
  });

  test('counts each address by itself', () => {
    expect(() => given(10).limit.assertAllowed('192.0.2.2')).not.toThrow();
  });

  test('slides: it opens again as soon as the first failure is a minute old', () => {
    const { clock, limit } = given(10);
    clock.advance({ seconds: 39 });
    expect(() => limit.assertAllowed('192.0.2.1')).toThrow(expect.objectContaining({ extra: { retryAfter: 1 } }));
    clock.advance({ seconds: 1 });
    expect(() => limit.assertAllowed('192.0.2.1')).not.toThrow();
    limit.recordFailure('192.0.2.1');
    expect(() => limit.assertAllowed('192.0.2.1')).toThrow('Too many lookups');
  });

  test('forgets addresses that have been quiet, so that strangers do not fill the memory', () => {
    const clock = fakeClock('2026-11-20T09:30:00Z');
    const limit = failureLimit({ clock, failures: 10, windowMs: 60_000 });
    for (let i = 0; i < 20_000; i++) limit.recordFailure(`10.0.${i >> 8}.${i & 255}`);
    clock.advance({ minutes: 2 });
    limit.recordFailure('192.0.2.1');
    expect(limit.size()).toBe(1);
  });
});
