import { expect, test } from '@jest/globals';
import { DomainError } from '@staycover/kernel';
import { createMetrics } from '@staycover/telemetry';
import { eventually } from '@staycover/testing';
import { protect } from './protection.ts';

test('a client that leaves before the answer does not close an open circuit', async () => {
  const protection = protect('policy', createMetrics('gateway'));
  const away = () => Promise.reject(new DomainError('service-unavailable', 'The policy service is away.'));
  const isLeftAlone = () =>
    protection
      .call(async (answers) => answers())
      .then(
        () => false,
        (error: unknown) => /left alone/.test(String(error)),
      );
  for (let i = 0; i < 20; i++) await protection.call(away).catch(() => undefined);
  expect(await isLeftAlone()).toBe(true);
  await eventually('one call finds out whether it is back', async () => {
    let isLeft = false;
    await protection.call(async () => void (isLeft = true)).catch(() => undefined);
    return isLeft;
  });
  expect(await isLeftAlone()).toBe(true);
  await eventually('it is back', async () => !(await isLeftAlone()));
  protection.stop();
});
