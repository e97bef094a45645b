import { describe, expect, test } from '@jest/globals';
import { date, policy, rules } from '../testing/samples.ts';
import { dueNotice } from './notice.ts';
import type { Notice } from './policy.ts';
import { horizonDays } from './rules.ts';

const daysBefore = (days: number) => date('2027-10-31').subtract({ days });
const noticeAt = (days: number, sent: Notice[] = [], changes = {}, ruleChanges = {}) =>
  dueNotice(policy(changes), sent, daysBefore(days), rules(ruleChanges))?.notice;

describe('the notice that is due', () => {
  test.each<[days: number, sent: Notice[], due: Notice | undefined]>([
    [61, [], undefined],
    [60, [], 60],
    [60, [60], undefined],
    [45, [60], undefined],
    [31, [], 60],
    [30, [60], 30],
    [30, [60, 30], undefined],
    [8, [60, 30], undefined],
    [7, [60, 30], 7],
    [0, [60, 30, 7], undefined],
  ])('%d days before the end, after %p, is %p', (days, sent, due) => {
    expect(noticeAt(days, sent)).toBe(due);
  });

  test.each<[days: number, sent: Notice[], due: Notice]>([
    [29, [], 30],
    [5, [], 7],
    [5, [60], 7],
    [0, [], 7],
  ])('%d days before the end, when %p went out, is only the nearest missed: %p', (days, sent, due) => {
    expect(noticeAt(days, sent)).toBe(due);
  });

  test('is none when a nearer one went out already', () => {
    expect(noticeAt(20, [7])).toBeUndefined();
  });

  test('is none after the end of the term', () => {
    expect(noticeAt(-1)).toBeUndefined();
  });

  test('is none when the policy is stamped with it', () => {
    expect(noticeAt(30, [], { noticesStamped: [60, 30] })).toBeUndefined();
  });

  test('goes out on the days of its state, the earliest of several', () => {
    const byState = { noticeDaysByState: { NY: [75, 45, 15] as const, TX: [90, 20, 5] as const } };
    expect(noticeAt(75, [], { supportedStates: ['FL'] }, byState)).toBeUndefined();
    expect(noticeAt(75, [], { supportedStates: ['NY'] }, byState)).toBe(60);
    expect(noticeAt(90, [], { supportedStates: ['NY', 'TX'] }, byState)).toBe(60);
    expect(noticeAt(15, [60, 30], { supportedStates: ['NY', 'TX'] }, byState)).toBe(7);
    expect(horizonDays(rules(byState))).toBe(90);
  });

  test('goes out on the usual days where one of several states has no others', () => {
    const byState = { noticeDaysByState: { NY: [45, 25, 5] as const } };
    expect(noticeAt(60, [], { supportedStates: ['NY', 'FL'] }, byState)).toBe(60);
    expect(noticeAt(60, [], { supportedStates: ['NY'] }, byState)).toBeUndefined();
  });

  test('goes out on the earliest days of all where the policy supports every state', () => {
    const byState = { noticeDaysByState: { NY: [75, 45, 5] as const, TX: [50, 20, 15] as const } };
    expect(noticeAt(75, [], { supportedStates: [] }, byState)).toBe(60);
    expect(noticeAt(45, [60], { supportedStates: [] }, byState)).toBe(30);
    expect(noticeAt(15, [60, 30], { supportedStates: [] }, byState)).toBe(7);
    const later = { noticeDaysByState: { NY: [45, 25, 5] as const } };
    expect(noticeAt(60, [], { supportedStates: [] }, later)).toBe(60);
  });

  test('goes out on the days of its state however that is written', () => {
    const byState = { noticeDaysByState: { NY: [75, 45, 15] as const } };
    expect(noticeAt(75, [], { supportedStates: ['ny'] }, byState)).toBe(60);
    expect(noticeAt(60, [], { supportedStates: ['constructor'] }, byState)).toBe(60);
  });
});
