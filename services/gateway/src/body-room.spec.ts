import { beforeEach, describe, expect, test } from '@jest/globals';
import { type BodyRoom, openBodyRoom } from './body-room.ts';

let room: BodyRoom;

beforeEach(() => {
  room = openBodyRoom({ bytes: 1_000, share: 0.5, small: 10 });
});

describe('room for bodies', () => {
  test('is there up to the share of one network, exactly', () => {
    expect(room.take(500, 'a')).toBeDefined();
    expect(room.take(11, 'a')).toBeUndefined();
    expect(room.take(500, 'b')).toBeDefined();
  });

  test('ends for all when all of it is taken', () => {
    for (const network of ['a', 'b']) room.take(500, network);
    expect(room.take(11, 'c')).toBeUndefined();
  });

  test('is never missing for a small one', () => {
    for (const network of ['a', 'b']) room.take(500, network);
    expect(room.take(10, 'a')).toBeDefined();
  });

  test('is there again when it is given back', () => {
    const giveBack = room.take(500, 'a')!;
    giveBack();
    expect(room.take(500, 'a')).toBeDefined();
  });
});
