import { describe, expect, test } from '@jest/globals';
import { isDomainError } from '@staycover/kernel';
import { byteBudget } from './budget.ts';

const HOUR = 3_600;

describe('the budget of an organization, 24 bytes a day', () => {
  let now = 0;
  const start = () => {
    now = 0;
    return byteBudget(24, () => now);
  };
  const refusal = (work: () => void): unknown => {
    try {
      work();
    } catch (error) {
      if (isDomainError(error, 'budget-exceeded')) return error.extra['retryAfter'];
      throw error;
    }
    return 'taken';
  };

  test('is spent at once, or refused with the time until there is room', () => {
    const spend = start();
    expect(refusal(() => spend('acme', 24))).toBe('taken');
    expect(refusal(() => spend('acme', 2))).toBe(2 * HOUR);
  });

  test('comes back byte by byte', () => {
    const spend = start();
    spend('acme', 24);
    now = 2 * HOUR;
    expect(refusal(() => spend('acme', 3))).toBe(HOUR);
    expect(refusal(() => spend('acme', 2))).toBe('taken');
  });

  test('is not charged for rejected events, and is separate for each organization', () => {
    const spend = start();
    spend('acme', 20);
    expect(refusal(() => spend('acme', 5))).toBe(HOUR);
    expect(refusal(() => spend('acme', 4))).toBe('taken');
    expect(refusal(() => spend('globex', 24))).toBe('taken');
  });
});
