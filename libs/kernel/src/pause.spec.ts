import { describe, expect, test } from '@jest/globals';
import { interruptiblePause, openWaiters } from './pause.ts';

const AN_HOUR = 3_600_000;

describe('a pause', () => {
  test('ends after its time', async () => {
    await expect(interruptiblePause().sleep(1)).resolves.toBeUndefined();
  });

  test('is ended early', async () => {
    const pause = interruptiblePause();
    const sleeping = pause.sleep(AN_HOUR);
    pause.end();
    await expect(sleeping).resolves.toBeUndefined();
  });

  test('that was ended before it began does not begin, once', async () => {
    const pause = interruptiblePause();
    pause.end();
    pause.end();
    await pause.sleep(AN_HOUR);
    let isOver = false;
    const sleeping = pause.sleep(AN_HOUR).then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    pause.end();
    await sleeping;
  });

  test('is not ended by a wake before restart', async () => {
    const pause = interruptiblePause();
    pause.end();
    pause.restart();
    let isOver = false;
    const sleeping = pause.sleep(AN_HOUR).then(() => (isOver = true));
    await Promise.resolve();
    expect(isOver).toBe(false);
    pause.end();
    await sleeping;
  });
});

test('those who wait for the same are all woken, also before their pause has begun', async () => {
  const waiters = openWaiters();
  const early = waiters.withPause((pause) => pause.sleep(AN_HOUR));
  const late = Promise.withResolvers<void>();
  const sleeping = waiters.withPause(async (pause) => {
    await late.promise;
    await pause.sleep(AN_HOUR);
  });
  waiters.wake();
  late.resolve();
  await expect(Promise.all([early, sleeping])).resolves.toHaveLength(2);
});
