import { DomainError, type Instant } from '@staycover/kernel';

/** The state that a service reports. */
type Standing = {
  now: Instant;
  /** When the next of its daily schedules is due. */
  nextDue: Instant | undefined;
  /** Events that it has not published or processed yet. */
  underWay: number;
  /** Grows with every event that it publishes. */
  lastEvent: number;
};

/** A service with a movable clock. */
export type PlayedService = {
  name: string;
  standing(): Promise<Standing>;
  advanceTo(now: Instant): Promise<void>;
  /** Runs the schedules that are due; returns whether there are none any more. */
  runDue(): Promise<boolean>;
};

const PATIENCE_MS = 60_000;
/** Polls cost every service something: the longer the work takes, the rarer they are. */
const PAUSE_MS = { first: 3, longest: 80 };

type Options = { patienceMs?: number };

/**
 * Lets days pass in all services: from one due time of a daily schedule to the next, each time until everything that
 * follows has been processed. Schedules that are due more often run with the daily ones of their service. All services are at a time before anything happens there. Returns the time reached.
 * @throws DomainError `service-unavailable` when a service does not get on.
 */
export const playDays = async (
  services: readonly PlayedService[],
  days: number,
  options: Options = {},
): Promise<Instant> => {
  const play = player(services, options);
  let standings = await play.settled();
  const target = latest(standings.map(({ now }) => now)).add({ hours: 24 * days });
  for (;;) {
    const stop = earliest([target, ...standings.flatMap(({ nextDue }) => nextDue ?? [])]);
    await Promise.all(services.map((service) => service.advanceTo(stop)));
    await play.run(stop === target ? services : services.filter((_, i) => isBy(standings[i]!.nextDue, stop)));
    standings = await play.settled();
    if (stop === target) return latest(standings.map(({ now }) => now));
  }
};

const player = (services: readonly PlayedService[], { patienceMs = PATIENCE_MS }: Options) => {
  let quietAt: number | undefined;

  /** Repeats `attempt` until it returns something; gives up after a while without new `progress`. */
  const persist = async <T>(
    attempt: () => Promise<{ done: T } | { waitingFor: string; progress: string }>,
  ): Promise<T> => {
    let [seen, since] = ['', performance.now()];
    for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
      const outcome = await attempt();
      if ('done' in outcome) return outcome.done;
      if (outcome.progress !== seen) [seen, since] = [outcome.progress, performance.now()];
      if (performance.now() - since > patienceMs)
        throw new DomainError('service-unavailable', `The days stand still: ${outcome.waitingFor}.`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  return {
    run: (due: readonly PlayedService[]) =>
      persist(async () => {
        const caughtUp = await Promise.all(due.map((service) => service.runDue()));
        const late = due.filter((_, i) => !caughtUp[i]).map(({ name }) => name);
        if (late.length === 0) return { done: undefined };
        return { waitingFor: `a schedule of ${late.join(', ')} waits`, progress: late.join() };
      }),

    /** Waits for two consecutive polls without work in progress and without a new event: one poll may miss what is between two services. */
    settled: () =>
      persist<Standing[]>(async () => {
        const standings = await Promise.all(services.map((service) => service.standing()));
        const underWay = standings.reduce((sum, standing) => sum + standing.underWay, 0);
        const events = standings.reduce((sum, standing) => sum + standing.lastEvent, 0);
        const before = quietAt;
        quietAt = underWay === 0 ? events : undefined;
        if (quietAt !== undefined && quietAt === before) return { done: standings };
        return { waitingFor: `${underWay} events are under way`, progress: `${underWay} ${events}` };
      }),
  };
};

const isBy = (due: Instant | undefined, time: Instant): boolean =>
  due !== undefined && Temporal.Instant.compare(due, time) <= 0;
const earliest = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (Temporal.Instant.compare(b, a) < 0 ? b : a));
const latest = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (Temporal.Instant.compare(b, a) > 0 ? b : a));
