import { setTimeout as delay } from 'node:timers/promises';
import { DomainError, firstInstant, type Instant, lastInstant } from '@staycover/kernel';

/** The state that a service reports. */
type Standing = {
  now: Instant;
  /** Events that it has not published or processed yet. */
  underWay: number;
  /** Grows with every event that it publishes. */
  lastEvent: number;
};

/** A service with a movable clock. */
export type PlayedService = {
  name: string;
  standing(): Promise<Standing>;
  /** When its daily schedules next have something to do, as things stand; `until` where they have not by then. */
  nextWork(until: Instant): Promise<Instant>;
  advanceTo(now: Instant): Promise<void>;
  /** Runs the schedules that are due; returns whether there are none any more, and the state after. */
  runDue(): Promise<Standing & { caughtUp: boolean }>;
};

const PATIENCE_MS = 60_000;
/** Polls cost every service something: the longer the work takes, the rarer they are. */
const PAUSE_MS = { first: 3, longest: 80 };

type Options = { patienceMs?: number };

/**
 * Lets days pass in all services: from one due time of a daily schedule that has something to do to the next, each time
 * until everything that follows has been processed. Schedules that are due more often run with the daily ones of their
 * service, and all run at the end. All services are at a time before anything happens there. Returns the time reached.
 * @throws DomainError `service-unavailable` when a service does not get on.
 */
export const playDays = async (
  services: readonly PlayedService[],
  days: number,
  options: Options = {},
): Promise<Instant> => {
  const play = player(services, options);
  let standings = await play.settled();
  const target = lastInstant([...standings.values()].map(({ now }) => now)).add({ hours: 24 * days });
  for (;;) {
    const nextWork = await ofEach(services, (service) => service.nextWork(target));
    const stop = firstInstant([target, ...nextWork.values()]);
    await Promise.all(services.map((service) => service.advanceTo(stop)));
    const isEnd = stop.equals(target);
    const due = services.filter((service) => isEnd || nextWork.get(service)!.equals(stop));
    standings = await play.run(due, standings);
    if (isEnd) return lastInstant([...standings.values()].map(({ now }) => now));
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

/** Repeats `attempt` until it returns something; gives up after a while without new `progress`. */
const persisting =
  (patienceMs: number) =>
  async <T>(attempt: () => Promise<{ done: T } | { waitingFor: string; progress: string }>): Promise<T> => {
    let [seen, since] = ['', performance.now()];
    for (let pauseMs = PAUSE_MS.first; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS.longest)) {
      const outcome = await attempt();
      if ('done' in outcome) return outcome.done;
      if (outcome.progress !== seen) [seen, since] = [outcome.progress, performance.now()];
      if (performance.now() - since > patienceMs)
        throw new DomainError('service-unavailable', `The days stand still: ${outcome.waitingFor}.`);
      await delay(pauseMs);
    }
  };

const player = (services: readonly PlayedService[], { patienceMs = PATIENCE_MS }: Options) => {
  const persist = persisting(patienceMs);

  const runAll = (due: readonly PlayedService[]): Promise<Standings> =>
    persist<Standings>(async () => {
      const ran = await ofEach(due, (service) => service.runDue());
      const late = due.filter((service) => !ran.get(service)!.caughtUp).map(({ name }) => name);
      if (late.length === 0) return { done: ran };
      return { waitingFor: `a schedule of ${late.join(', ')} waits`, progress: late.join() };
    });

  const look = (asked: readonly PlayedService[]) => ofEach(asked, (service) => service.standing());

  /** Waits for these services alone: a look at all of them costs more than most of the work. */
  const quiet = (busy: readonly PlayedService[]): Promise<void> =>
    persist<void>(async () => {
      const standings = await look(busy);
      const [underWay, events] = [sumMember(standings, 'underWay'), sumMember(standings, 'lastEvent')];
      if (underWay === 0) return { done: undefined };
      return { waitingFor: `${underWay} events are under way`, progress: `${underWay} ${events}` };
    });

  /** Waits for two consecutive looks without work in progress and without a new event: one may miss what is between two services. */
  const settled = async (): Promise<Standings> => {
    for (;;) {
      const first = await look(services);
      const busy = services.filter((service) => first.get(service)!.underWay > 0);
      await quiet(busy);
      if (busy.length > 0) continue;
      const second = await look(services);
      const isSame = sumMember(first, 'lastEvent') === sumMember(second, 'lastEvent');
      if (isSame && sumMember(second, 'underWay') === 0) return second;
    }
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
