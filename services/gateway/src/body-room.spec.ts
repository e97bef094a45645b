import { beforeEach, describe, expect, test } from '@jest/globals';
import { type BodyRoom, openBodyRoom } from './body-room.ts';

let room: BodyRoom;

beforeEach(() => {
  room = openBodyRoom({ bytes: 1_000, share: 0.5, small: 10 });
});

describe('room for bodies', () => {
  test('is there up to the share of one network, exactly', () => {
    expect(room.take(500, 'a', true)).toBeDefined();
    expect(room.take(11, 'a', true)).toBeUndefined();
    expect(room.take(500, 'b', true)).toBeDefined();
  });

  test('ends for all when all of it is taken', () => {
    for (const network of ['a', 'b']) room.take(500, network, true);
    expect(room.take(11, 'c', true)).toBeUndefined();
  });

  test('is left for callers with credentials by those without, whatever networks these come from', () => {
    for (const network of ['a', 'b']) room.take(250, network, false);
    expect(room.take(11, 'c', false)).toBeUndefined();
    const giveBack = room.take(500, 'c', true)!;
    giveBack();
    expect(room.take(500, 'd', true)).toBeDefined();
  });

  test('is never missing for a small one', () => {
    for (const network of ['a', 'b']) room.take(500, network, true);
    expect(room.take(10, 'a', true)).toBeDefined();
  });

  test('is there again when it is given back', () => {
    const giveBack = room.take(500, 'a', true)!;
    giveBack();
    expect(room.take(500, 'a', true)).toBeDefined();
  });
});
