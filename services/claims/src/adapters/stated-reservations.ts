import { DomainError, type Instant, isLater } from '@staycover/kernel';
import { NotYet } from '@staycover/messaging';

/** Waits, by an error, while reservations of an organization were stated that are not handled yet. */
export type AwaitReservations = (organizationId: string) => Promise<void>;

export type StatedReservations = {
  /** @throws DomainError `service-unavailable`, for a caller. */
  forCaller: AwaitReservations;
  /** @throws NotYet for an event, within an hour after it came. */
  forEvent(context: { now: Instant; cameAt: Instant }): AwaitReservations;
};

const LONGEST = { hours: 1 };
const REASON = 'Reservations that were stated before are not handled yet.';

export const statedReservations = (areWaiting: (organizationId: string) => Promise<boolean>): StatedReservations => ({
  async forCaller(organizationId) {
    // While NATS is away, some may wait.
    const mayWait = await areWaiting(organizationId).catch(() => true);
    if (mayWait) throw new DomainError('service-unavailable', REASON);
  },
  forEvent:
    ({ now, cameAt }) =>
    async (organizationId) => {
      if (isLater(now, cameAt.add(LONGEST))) return;
      if (await areWaiting(organizationId)) throw new NotYet(REASON);
    },
});
