import { expect, test } from '@jest/globals';
import { NotYet } from '@staycover/messaging';
import { statedReservations } from './stated-reservations.ts';

const reservations = statedReservations(async (organizationId) => organizationId === 'acme');
const cameAt = Temporal.Instant.from('2026-11-20T09:00:00Z');
const after = (minutes: number) => reservations.forEvent({ cameAt, now: cameAt.add({ minutes }) });

test('while reservations of its organization wait, an event comes again, for an hour', async () => {
  await expect(after(60)('acme')).rejects.toThrow(NotYet);
  await expect(after(61)('acme')).resolves.toBeUndefined();
});

test('a caller is to try again', async () => {
  await expect(reservations.forCaller('acme')).rejects.toMatchObject({ code: 'service-unavailable' });
});

test('a caller is to try again, too, while it is not known', async () => {
  const unknown = statedReservations(() => Promise.reject(new Error('NATS is away')));
  await expect(unknown.forCaller('acme')).rejects.toMatchObject({ code: 'service-unavailable' });
});

test('reservations of another organization keep neither waiting', async () => {
  await expect(after(0)('globex')).resolves.toBeUndefined();
  await expect(reservations.forCaller('globex')).resolves.toBeUndefined();
});
