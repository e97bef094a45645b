import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Crowds, openCrowds } from './crowds.ts';

let time = 0;
let crowds: Crowds;

beforeEach(() => {
  time = 0;
  crowds = openCrowds(
    (ms) => ms * 3,
    () => time,
  );
});

type Asking = { at: number; tooMuch?: boolean; isKnown?: boolean };

const ask = (party: string, { at, tooMuch = true, isKnown = true }: Asking): void => {
  time = at;
  crowds.ask(party, tooMuch, isKnown);
};

/** It has one seat, and may have no second. */
const isCrowd = (party: string): boolean => !crowds.maySit(party, 1);

describe('a party that asks for too much', () => {
  test('crowds others out when it has gone on for a fifth of a second', () => {
    ask('modest', { at: 0, tooMuch: false });
    ask('greedy', { at: 0 });
    ask('greedy', { at: 199 });
    expect(isCrowd('greedy')).toBe(false);
    ask('greedy', { at: 200 });
    expect(isCrowd('greedy')).toBe(true);
    expect(isCrowd('modest')).toBe(false);
  });

  test('does not when it asked for less meanwhile', () => {
    ask('modest', { at: 0, tooMuch: false });
    ask('greedy', { at: 0 });
    ask('greedy', { at: 100, tooMuch: false });
    ask('greedy', { at: 200 });
    expect(isCrowd('greedy')).toBe(false);
  });

  test.each([
    ['it is alone', []],
    ['others asked long ago', ['modest']],
  ])('does not when %s', (_when, others) => {
    for (const other of others) ask(other, { at: 0, tooMuch: false });
    for (const at of [5_000, 6_000]) ask('greedy', { at });
    expect(isCrowd('greedy')).toBe(false);
  });

  test('does not when those who ask beside it ask for too much themselves', () => {
    for (const at of [0, 1_000, 2_000]) for (const party of ['greedy', 'hungry']) ask(party, { at });
    expect([isCrowd('greedy'), isCrowd('hungry')]).toEqual([false, false]);
  });

  test('rests after each call, in proportion to what it took', () => {
    ask('modest', { at: 0, tooMuch: false });
    for (const at of [0, 1_000]) ask('greedy', { at });
    expect(crowds.leave('greedy', 20)).toBe(60);
    time = 1_059;
    expect(crowds.maySit('greedy', 0)).toBe(false);
    time = 1_060;
    expect(crowds.maySit('greedy', 0)).toBe(true);
    expect(crowds.leave('modest', 20)).toBe(0);
  });

  test('keeps two seats, and does not rest, when it has no credentials', () => {
    ask('modest', { at: 0, tooMuch: false });
    for (const at of [0, 1_000]) ask('greedy', { at, isKnown: false });
    expect([0, 1, 2].map((seated) => crowds.maySit('greedy', seated))).toEqual([true, true, false]);
    expect(crowds.leave('greedy', 20)).toBe(0);
  });

  test('is judged anew after five seconds, for it may have caught up since', () => {
    ask('modest', { at: 0, tooMuch: false });
    for (const at of [0, 200]) ask('greedy', { at });
    ask('modest', { at: 4_000, tooMuch: false });
    ask('greedy', { at: 5_199 });
    expect(isCrowd('greedy')).toBe(true);
    ask('greedy', { at: 5_200 });
    expect(isCrowd('greedy')).toBe(false);
    ask('greedy', { at: 5_400 });
    expect(isCrowd('greedy')).toBe(true);
  });
});
