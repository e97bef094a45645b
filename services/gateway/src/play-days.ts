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
  /** The latest time, at most this one, until which no schedule has anything to do. */
  idleUntil(until: Instant): Promise<Instant>;
  advanceTo(now: Instant): Promise<void>;
  /** Runs the schedules that are due; returns whether there are none any more, and the state after. */
  runDue(): Promise<Standing & { caughtUp: boolean }>;
};

const PATIENCE_MS = 60_000;
/** Polls cost every service something: the longer the work takes, the rarer they are. */
const PAUSE_MS = { first: 3, longest: 80 };

type Options = { patienceMs?: number };

/**
 * Lets days pass in all services: from one due time of a daily schedule to the next, each time until everything that
 * follows has been processed, and at once over days on which no schedule has anything to do. Schedules that are due more
 * often run with the daily ones of their service. All services are at a time before anything happens there. Returns the
 * time reached.
 * @throws DomainError `service-unavailable` when a service does not get on.
 */
export const playDays = async (
  services: readonly PlayedService[],
  days: number,
  options: Options = {},
): Promise<Instant> => {
  const play = player(services, options);
  let standings = await play.settled();
  const target = latest([...standings.values()].map(({ now }) => now)).add({ hours: 24 * days });
  for (;;) {
    const due = [...standings.values()].flatMap(({ nextDue }) => nextDue ?? []);
    const idle = earliest(await Promise.all(services.map((service) => service.idleUntil(target))));
    const stop = earliest([target, latest([idle, earliest([target, ...due])])]);
    await Promise.all(services.map((service) => service.advanceTo(stop)));
    const isDue = (service: PlayedService) => stop === target || isBy(standings.get(service)!.nextDue, stop);
    standings = await play.run(services.filter(isDue), standings);
    if (stop === target) return latest([...standings.values()].map(({ now }) => now));
  }
};

type Standings = ReadonlyMap<PlayedService, Standing>;

const ofEach = async <T>(
  services: readonly PlayedService[],
  ask: (service: PlayedService) => Promise<T>,
): Promise<Map<PlayedService, T>> =>
  new Map(await Promise.all(services.map(async (service) => [service, await ask(service)] as const)));

const sumMember = (standings: Standings, member: 'underWay' | 'lastEvent'): number =>
  [...standings.values()].reduce((sum, standing) => sum + standing[member], 0);

const player = (services: readonly PlayedService[], { patienceMs = PATIENCE_MS }: Options) => {
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

  const runAll = (due: readonly PlayedService[]): Promise<Standings> =>
    persist<Standings>(async () => {
      const ran = await ofEach(due, (service) => service.runDue());
      const late = due.filter((service) => !ran.get(service)!.caughtUp).map(({ name }) => name);
      if (late.length === 0) return { done: ran };
      return { waitingFor: `a schedule of ${late.join(', ')} waits`, progress: late.join() };
    });

  /** Waits for two consecutive looks without work in progress and without a new event: one may miss what is between two services. */
  const settled = (): Promise<Standings> => {
    let quietAt: number | undefined;
    return persist<Standings>(async () => {
      const standings = await ofEach(services, (service) => service.standing());
      const [underWay, events] = [sumMember(standings, 'underWay'), sumMember(standings, 'lastEvent')];
      const before = quietAt;
      quietAt = underWay === 0 ? events : undefined;
      if (quietAt !== undefined && quietAt === before) return { done: standings };
      return { waitingFor: `${underWay} events are under way`, progress: `${underWay} ${events}` };
    });
  };

  return {
    settled,
    /** Runs what is due, and waits for what follows; nothing does when none of these services has published an event. */
    async run(due: readonly PlayedService[], before: Standings): Promise<Standings> {
      const ran = await runAll(due);
      const isQuiet = [...ran].every(
        ([service, { underWay, lastEvent }]) => underWay === 0 && lastEvent === before.get(service)!.lastEvent,
      );
      return isQuiet ? new Map([...before, ...ran]) : settled();
    },
  };
};

const isBy = (due: Instant | undefined, time: Instant): boolean =>
  due !== undefined && Temporal.Instant.compare(due, time) <= 0;
const earliest = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (Temporal.Instant.compare(b, a) < 0 ? b : a));
const latest = (instants: readonly Instant[]): Instant =>
  instants.reduce((a, b) => (Temporal.Instant.compare(b, a) > 0 ? b : a));
