import { describe, expect, test } from '@jest/globals';
import { type PlayedService, playDays } from './play-days.ts';

const at = (text: string) => Temporal.Instant.from(text);
const START = at('2026-01-10T09:00:00Z');
const IDLE = { now: START, underWay: 0, lastEvent: 0 };
const diary: string[] = [];
const earlier = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) < 0 ? a : b);

/** A service with one daily schedule; each of its runs publishes an event that takes some looks to be processed. */
const service = (name: string, dueAt: string, behaviour: Partial<PlayedService> = {}): PlayedService => {
  let [now, due, underWay, lastEvent] = [START, at(`2026-01-11T${dueAt}:00Z`), 0, 0];
  const standing = async () => ({ now, underWay: underWay > 0 ? underWay-- : 0, lastEvent });
  return {
    name,
    standing,
    nextWork: async (until) => earlier(due, until),
    async advanceTo(to) {
      now = Temporal.Instant.compare(to, now) > 0 ? to : now;
    },
    async runDue() {
      if (Temporal.Instant.compare(due, now) <= 0) {
        diary.push(`${name} ${now}`);
        while (Temporal.Instant.compare(due, now) <= 0) due = due.add({ hours: 24 });
        [underWay, lastEvent] = [3, lastEvent + 1];
      }
      return { ...(await standing()), caughtUp: true };
    },
    ...behaviour,
  };
};

describe('days that are played', () => {
  test('run every schedule in the order of its due times, and end at the requested time', async () => {
    diary.length = 0;
    const end = await playDays([service('late', '03:00'), service('early', '00:05')], 2);

    expect(diary).toEqual([
      'early 2026-01-11T00:05:00Z',
      'late 2026-01-11T03:00:00Z',
      'early 2026-01-12T00:05:00Z',
      'late 2026-01-12T03:00:00Z',
    ]);
    expect(end.toString()).toBe('2026-01-12T09:00:00Z');
  });

  test('move all clocks before what is due runs, and at the end everything runs', async () => {
    const steps: string[] = [];
    const watched = (name: string, dueAt: string): PlayedService => {
      const played = service(name, dueAt);
      return {
        ...played,
        async advanceTo(to) {
          await new Promise((resolve) => setTimeout(resolve, name === 'slow' ? 3 : 0));
          await played.advanceTo(to);
          steps.push('set');
        },
        runDue: () => (steps.push('run'), played.runDue()),
      };
    };
    await playDays([watched('slow', '05:00'), watched('quick', '00:05')], 1);

    expect(steps.join(' ')).toBe('set set run set set run set set run run');
  });

  test('pass at once while no schedule has anything to do, and run those without work at the end alone', async () => {
    diary.length = 0;
    const nextWork = (time: string) => async (until: Temporal.Instant) => earlier(at(time), until);
    const idle = service('idle', '00:05', { nextWork: nextWork('2026-03-01T00:05:00Z') });
    await playDays([idle, service('busy', '03:00')], 2);
    await playDays([idle, service('quiet', '03:00', { nextWork: nextWork('2026-03-01T03:00:00Z') })], 30);

    expect(diary).toEqual([
      'busy 2026-01-11T03:00:00Z',
      'busy 2026-01-12T03:00:00Z',
      'idle 2026-01-12T09:00:00Z',
      'idle 2026-02-11T09:00:00Z',
      'quiet 2026-02-11T09:00:00Z',
    ]);
  });

  test.each<[string, Partial<PlayedService>, RegExp]>([
    ['an event is never processed', { standing: async () => ({ ...IDLE, underWay: 1 }) }, /1 events are under way/],
    [
      'a schedule never gets its turn',
      { runDue: async () => ({ ...IDLE, caughtUp: false }) },
      /a schedule of stuck waits/,
    ],
  ])('stop when %s, with a reason', async (_what, behaviour, message) => {
    await expect(playDays([service('stuck', '00:05', behaviour)], 1, { patienceMs: 30 })).rejects.toThrow(message);
  });
});
