import { describe, expect, test } from '@jest/globals';
import { readConfig, readRules } from './config.ts';

const read = (changes: Record<string, string> = {}) =>
  readConfig({ DATABASE_URL: 'postgres://db/staycover', ...changes });

describe('the configuration', () => {
  test('has default rules', () => {
    expect(readRules(read())).toEqual({
      leadDays: 0,
      reviewPercent: 10,
      noticeDays: [60, 30, 7],
      noticeDaysByState: {},
      repeatMinutes: 10,
      undecidedDays: 30,
    });
    expect(read()).toMatchObject({ PORT: 8084, RENEWAL_DAILY_HOUR: 2, RENEWAL_ANSWER_SECONDS: 30 });
  });

  test('takes other rules', () => {
    const config = read({
      RENEWAL_NOTICE_DAYS: '90,45,15',
      RENEWAL_NOTICE_DAYS_BY_STATE: '{"NY": [75, 45, 15]}',
      RENEWAL_REVIEW_PERCENT: '7.5',
      RENEWAL_DAILY_HOUR: 'off',
    });
    expect(readRules(config)).toMatchObject({
      reviewPercent: 7.5,
      noticeDays: [90, 45, 15],
      noticeDaysByState: { NY: [75, 45, 15] },
    });
    expect(config.RENEWAL_DAILY_HOUR).toBe('off');
  });

  test.each([
    ['RENEWAL_NOTICE_DAYS', '60,30'],
    ['RENEWAL_NOTICE_DAYS', '7,30,60'],
    ['RENEWAL_NOTICE_DAYS', 'soon'],
    ['RENEWAL_NOTICE_DAYS_BY_STATE', '{"NY": [75]}'],
    ['RENEWAL_NOTICE_DAYS_BY_STATE', '{'],
    ['RENEWAL_REVIEW_PERCENT', '-1'],
    ['RENEWAL_DAILY_HOUR', '24'],
    ['RENEWAL_PAGE_SIZE', '0'],
    ['RENEWAL_LEAD_DAYS', '1.5'],
  ])('with %s=%s ends the process', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
