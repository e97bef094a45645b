import { DomainError, isDomainError, retryBudget } from '@staycover/kernel';
import type { Metrics } from '@staycover/telemetry';
import CircuitBreaker from 'opossum';
import { bulkhead, type Party } from './bulkhead.ts';

/** Calls a service; a service that fails is left alone for a moment, and none takes all that the gateway has. */
export type Protection = {
  /** `work` reports when the service answers: how long its client then reads does not keep others from it. */
  call(work: Work, options?: CallOptions): Promise<void>;
  /** Whether a call that failed may be made once more: of many calls, one in ten. */
  mayRetry(): boolean;
  stop(): void;
};

type Work = (onAnswer: () => void) => Promise<void>;

type CallOptions = {
  party?: Party | undefined;
  /** It waits for a job or a model: it takes no seat of the others, and is none to find out by whether a service is back. */
  isLong?: boolean;
};

/** What a service is asked at once; more wait for a moment. */
export const SEATS = 64;
const WAITING = 448;
const WAIT_MS = 3_000;
/** What one organization may have of the seats, 8, fewer than a replica has database connections, and of the waiting places. */
const [SHARE_OF_SEATS, SHARE_OF_WAITING] = [1 / 8, 1 / 2];

/** Of the time, a party that crowds others out has its one seat for a quarter; after a slow call it need not wait longer. */
const [REST, LONGEST_REST_MS] = [3, 200];

const PLACES = {
  seats: SEATS,
  waiting: WAITING,
  waitMs: WAIT_MS,
  shareOfSeats: SHARE_OF_SEATS,
  shareOfWaiting: SHARE_OF_WAITING,
  restMs: (ms: number) => Math.min(ms * REST, LONGEST_REST_MS),
};

const OPEN_AT_PERCENT = 50;
const OF_CALLS = 20;
/** Calls count from when they began, and those that are not answered fail after 10 s. */
const WITHIN_MS = 20_000;
const OPEN_MS = 1_000;

/** Errors that mean that a service is down or too slow; all others are between the service and the client. */
const isFailure = (error: unknown): boolean =>
  isDomainError(error, 'service-unavailable') || isDomainError(error, 'upstream-timeout');

/** The client left before the service answered: whether the service is back is not known, and an open circuit stays open. */
class Unanswered extends Error {}

export const protect = (service: string, metrics: Metrics): Protection => {
  const [usual, long] = [bulkhead(PLACES), bulkhead(PLACES)];
  const breaker: CircuitBreaker<[work: () => Promise<void>], void> = new CircuitBreaker((work) => work(), {
    timeout: false,
    errorThresholdPercentage: OPEN_AT_PERCENT,
    volumeThreshold: OF_CALLS,
    rollingCountTimeout: WITHIN_MS,
    resetTimeout: OPEN_MS,
    rollingPercentilesEnabled: false,
    errorFilter: (error) => !isFailure(error) && !(error instanceof Unanswered && breaker.halfOpen),
  });
  const open = metrics.of('breakerOpen');
  open.set({ supplier: service }, 0);
  breaker.on('open', () => open.set({ supplier: service }, 1));
  breaker.on('close', () => open.set({ supplier: service }, 0));
  const retries = retryBudget();

  return {
    async call(work, { party, isLong = false } = {}) {
      retries.earn();
      const seated = await (isLong ? long : usual)(async () => {
        let whole: Promise<void> | undefined;
        const answered = (): Promise<void> =>
          new Promise((resolve, reject) => {
            whole = work(resolve);
            void whole.then(() => reject(new Unanswered()), reject);
          });
        try {
          if (isLong && breaker.halfOpen) {
            await answered();
            if (breaker.halfOpen) breaker.close();
          } else await breaker.fire(answered);
        } catch (error) {
          if (!(error instanceof Unanswered)) refuse(service, error);
        }
        await whole;
      }, party);
      if (!seated) throw new DomainError('service-unavailable', `The ${service} service is asked too much now.`);
    },
    mayRetry: retries.spend,
    stop: () => breaker.shutdown(),
  };
};

const refuse = (service: string, error: unknown): never => {
  if ((error as { code?: unknown }).code !== 'EOPENBREAKER') throw error;
  throw new DomainError('service-unavailable', `The ${service} service failed a moment ago and is left alone.`);
};
