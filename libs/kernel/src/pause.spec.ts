import { describe, expect, test } from '@jest/globals';
import { interruptiblePause } from './pause.ts';

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
