import { describe, expect, jest, test } from '@jest/globals';
import { bulkhead } from './bulkhead.ts';

const PATIENT = { seats: 4, waiting: 8, waitMs: 60_000, shareOfSeats: 0.5, shareOfWaiting: 0.5, restMs: () => 0 };

/** Calls that stay in their seats until they are released. */
const theatre = (options: Partial<Parameters<typeof bulkhead>[0]> = {}) => {
  const enter = bulkhead({ ...PATIENT, ...options });
  const seated: { name: string; go: () => void }[] = [];
  const turnedAway: string[] = [];
  return {
    seated: () => seated.map(({ name }) => name),
    turnedAway: () => turnedAway,
    async come(name: string, party?: string): Promise<void> {
      const stay = () => new Promise<void>((go) => void seated.push({ name, go }));
      const coming = async () =>
        void (
          (await enter(stay, party === undefined ? undefined : { name: party, isKnown: true })) ?? turnedAway.push(name)
        );
      void coming();
      await settled();
    },
    async leaveFirst(): Promise<void> {
      seated.shift()!.go();
      await settled();
    },
  };
};

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('the seats of a service', () => {
  test('go to new calls while free, then to the call that has waited longest', async () => {
    const { come, leaveFirst, seated } = theatre();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await come(name);
    expect(seated()).toEqual(['a', 'b', 'c', 'd']);
    await leaveFirst();
    expect(seated()).toEqual(['b', 'c', 'd', 'e']);
  });

  test('are never all of one party', async () => {
    const { come, seated } = theatre();
    for (const name of ['a1', 'a2', 'a3', 'a4']) await come(name, 'a');
    await come('b1', 'b');
    expect(seated()).toEqual(['a1', 'a2', 'b1']);
  });

  test('are taken in turn by parties that wait', async () => {
    const { come, leaveFirst, seated } = theatre();
    for (const name of ['a1', 'a2']) await come(name, 'a');
    for (const name of ['b1', 'b2']) await come(name, 'b');
    for (const name of ['a3', 'a4']) await come(name, 'a');
    await come('c1', 'c');
    await come('b3', 'b');
    await leaveFirst();
    await leaveFirst();
    expect(seated()).toEqual(['b1', 'b2', 'a3', 'c1']);
  });

  test('turn away who would be one of too many of a party, and of all', async () => {
    const { come, turnedAway } = theatre();
    for (let i = 1; i <= 7; i++) await come(`a${i}`, 'a');
    expect(turnedAway()).toEqual(['a7']);
    for (let i = 1; i <= 7; i++) await come(`b${i}`, 'b');
    expect(turnedAway()).toEqual(['a7', 'b7']);
    await come('c1', 'c');
    expect(turnedAway()).toEqual(['a7', 'b7', 'c1']);
  });

  test('reject a call that waited too long, and skip it later', async () => {
    const { come, leaveFirst, seated, turnedAway } = theatre({ seats: 1, waitMs: 0 });
    await come('a1', 'a');
    await come('a2', 'a');
    while (turnedAway().length === 0) await settled();
    await leaveFirst();
    expect(seated()).toEqual([]);
    await come('a3', 'a');
    expect(seated()).toEqual(['a3']);
  });

  /** Calls of a, of which more wait than its share, for as long as given; the last one is turned away. */
  const crowd = async (house: ReturnType<typeof theatre>, lastsMs = 200): Promise<void> => {
    for (let i = 1; i <= 6; i++) await house.come(`a${i}`, 'a');
    time += lastsMs;
    await house.come('a7', 'a');
  };
  let time = 0;
  const now = () => time;

  test('are one at a time for a party that goes on asking for more than twice its share while others ask', async () => {
    const house = theatre({ now });
    await house.come('b1', 'b');
    await crowd(house);
    expect(house.seated()).toEqual(['b1', 'a1', 'a2']);
    await house.leaveFirst();
    await house.leaveFirst();
    expect(house.seated()).toEqual(['a2']);
    await house.leaveFirst();
    expect(house.seated()).toEqual(['a3']);
  });

  test('are left to others while such a party rests after a call', async () => {
    const house = theatre({ now, restMs: () => 60_000 });
    await house.come('b1', 'b');
    await crowd(house);
    for (const _ of ['b1', 'a1', 'a2']) await house.leaveFirst();
    expect(house.seated()).toEqual([]);
    await house.come('b2', 'b');
    expect(house.seated()).toEqual(['b2']);
  });

  test('go to it again after its rest', async () => {
    const house = theatre({ restMs: () => 1, now: () => (time += 200) });
    await house.come('b1', 'b');
    await crowd(house);
    for (const _ of ['b1', 'a1', 'a2']) await house.leaveFirst();
    while (house.seated().length === 0) await settled();
    expect(house.seated()).toEqual(['a3']);
  });

  test('go to it again after a rest that ends between two milliseconds', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
    try {
      const house = theatre({ restMs: () => 10.5, now });
      await house.come('b1', 'b');
      await crowd(house);
      for (const _ of ['b1', 'a1', 'a2']) await house.leaveFirst();
      for (let ms = 1; ms <= 20; ms++) {
        time += 1;
        jest.advanceTimersByTime(1);
        await settled();
      }
      expect(house.seated()).toEqual(['a3']);
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    ['while it is alone', false, 200],
    ['for a burst', true, 199],
  ])('are its whole share %s', async (_when, isBesideOthers, lastsMs) => {
    const house = theatre({ now: () => time });
    if (isBesideOthers) await house.come('b1', 'b');
    await crowd(house, lastsMs);
    if (isBesideOthers) await house.leaveFirst();
    await house.leaveFirst();
    expect(house.seated()).toEqual(['a2', 'a3']);
  });
});
