import { beforeEach, describe, expect, test } from '@jest/globals';
import { type BodyRoom, type Holder, openBodyRoom } from './body-room.ts';

let room: BodyRoom;

beforeEach(() => {
  room = openBodyRoom({ bytes: 1_000, small: 10 });
});

const half = (name: string): Holder => ({ name, share: 1 / 2 });
const quarter = (name: string): Holder => ({ name, share: 1 / 4 });

describe('room for bodies', () => {
  test('is there up to the share of a holder, exactly', () => {
    expect(room.take(500, [half('a')])).toBeDefined();
    expect(room.take(11, [half('a')])).toBeUndefined();
    expect(room.take(500, [half('b')])).toBeDefined();
  });

  test('ends for all when all of it is taken', () => {
    for (const name of ['a', 'b']) room.take(500, [half(name)]);
    expect(room.take(11, [half('c')])).toBeUndefined();
  });

  test('is there up to the least that is left of the shares of a body with several holders', () => {
    room.take(250, [half('all'), quarter('a')]);
    expect(room.take(11, [half('all'), quarter('a')])).toBeUndefined();
    room.take(250, [half('all'), quarter('b')]);
    expect(room.take(11, [half('all'), quarter('c')])).toBeUndefined();
    expect(room.take(250, [quarter('c')])).toBeDefined();
  });

  test('that is refused is not taken from any holder', () => {
    room.take(250, [quarter('a')]);
    room.take(250, [half('all'), quarter('a')]);
    expect(room.take(500, [half('all')])).toBeDefined();
  });

  test('is never missing for a small one', () => {
    for (const name of ['a', 'b']) room.take(500, [half(name)]);
    expect(room.take(10, [half('a')])).toBeDefined();
  });

  test('is there again when it is given back', () => {
    const giveBack = room.take(500, [half('a'), half('b')])!;
    giveBack();
    expect(room.take(500, [half('a'), half('b')])).toBeDefined();
  });
});
