import { NotYet } from '@staycover/messaging';

type Place = { sequence: number; deliveries: number } | undefined;

/** @throws NotYet while reservations that were stated before an event are not handled yet. */
export type AwaitReservations = (place: Place) => Promise<void>;

/** An event comes again every 2 s: it waits for an hour at most. */
const MOST_DELIVERIES = 1_800;

/** By whether all reservations are handled that the stream got before a sequence. */
export const awaitReservations =
  (areHandledBefore: (sequence: number) => Promise<boolean>): AwaitReservations =>
  async (place) => {
    if (!place || place.deliveries > MOST_DELIVERIES || (await areHandledBefore(place.sequence))) return;
    throw new NotYet('A reservation that was stated before is not handled yet.');
  };
