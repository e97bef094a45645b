import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@staycover/kernel';
import { currentTraceId } from '@staycover/telemetry';

/** Counts bytes that an organization causes to be stored; throws when they are too many. */
export type Spend = (organizationId: string, bytes: number) => void;

/** What a change is put down to in the audit trail. */
export type Origin = {
  /** Who acts, where the changed row does not say so itself. */
  actor: string;
  /** A request, an event, a schedule. */
  source: string;
  /** The client's network address, if there is one. */
  address?: string | undefined;
  /** When it was asked for, by `performance.now()`. */
  began?: number | undefined;
  /** When nobody waits for the outcome any more, by `performance.now()`; 0 once whoever asked has left. */
  until?: number | undefined;
  /** Where a client or another system asks: what pays for the events that come of it. */
  spend?: Spend | undefined;
};

const SESSION_WAITS_MS = 1_000;
const origins = new AsyncLocalStorage<Origin>();

/** Runs `work`; whatever its transactions change is put down to `origin`. */
export const actingFrom = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

export const currentOrigin = (): Origin | undefined => origins.getStore();

/** What the audit triggers read of who acts; empty when nobody said. */
export const originSetting = (): string => {
  const { until: _until, began: _began, ...origin } = currentOrigin() ?? {};
  return 'actor' in origin ? JSON.stringify({ ...origin, traceId: currentTraceId() }) : '';
};

/** How many milliseconds are left until whoever asked gives up. */
export const timeLeft = (): number => (currentOrigin()?.until ?? Infinity) - performance.now();

/** How long a lock is waited for, where whoever asked gives up earlier than the session does; null: as the session says. */
export const lockTimeout = (until = performance.now() + timeLeft()): string | null => {
  const left = Math.ceil(until - performance.now());
  return left < SESSION_WAITS_MS ? `${Math.max(left, 1)}ms` : null;
};

/**
 * Late work is not stored: whoever asked for it gave up, and may have asked again, or for something else. `until` is when,
 * by `performance.now()`.
 * @throws DomainError `service-unavailable`.
 */
export const assertInTime = (until = performance.now() + timeLeft()): void => {
  if (until < performance.now()) throw new DomainError('service-unavailable', 'This took too long and was not done.');
};

const PROMPT_MS = 500;

/**
 * As `assertInTime`, before something is stored. What took long hears first whether whoever asked has left meanwhile: a process
 * that was stopped wakes up with its work and with that news, in any order.
 * @throws DomainError `service-unavailable`.
 */
export const assertWanted = async (): Promise<void> => {
  const { began } = currentOrigin() ?? {};
  // In the second turn, what came with the first is closed.
  if (began !== undefined && performance.now() - began > PROMPT_MS)
    for (let turn = 0; turn < 2; turn++) await nextTurn();
  assertInTime();
};
