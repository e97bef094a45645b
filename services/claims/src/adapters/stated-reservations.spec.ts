import { expect, test } from '@jest/globals';
import { NotYet } from '@staycover/messaging';
import { awaitReservations } from './stated-reservations.ts';

const wait = awaitReservations(async (sequence) => sequence < 10);

test.each<[string, Parameters<typeof wait>[0]]>([
  ['of which all reservations before it are handled', { sequence: 9, deliveries: 1 }],
  ['that has waited for an hour', { sequence: 10, deliveries: 1_801 }],
  ['that an operator replays', undefined],
])('an event %s does not wait', async (_what, place) => {
  await expect(wait(place)).resolves.toBeUndefined();
});

test('an event waits for the reservations before it', async () => {
  await expect(wait({ sequence: 10, deliveries: 1_800 })).rejects.toThrow(NotYet);
});
