import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DomainError } from '@staycover/kernel';
import { currentTraceId } from '@staycover/telemetry';

/** What is stored of an organization: an event of its own, or something else, such as a body in the audit trail. */
export type Stored = 'event' | 'other';

/** Charges an organization for stored bytes; throws when it exceeds `times` (1) its budget. Less than none gives them back. */
export type Spend = (organizationId: string, bytes: number, stored: Stored, times?: number) => void;

/** The cause of a change, for the audit trail. */
export type Origin = {
  /** The actor, unless the changed row names one. */
  actor: string;
  /** A request, an event, a schedule. */
  source: string;
  /** The client's network address, if there is one. */
  address?: string | undefined;
  /** When the request began, by `performance.now()`. */
  began?: number | undefined;
  /** When the caller gives up, by `performance.now()`; 0 once it has disconnected. */
  until?: number | undefined;
  /** For requests of clients and other systems: charges for the events they cause. */
  spend?: Spend | undefined;
};

const SESSION_WAITS_MS = 1_000;
const origins = new AsyncLocalStorage<Origin>();

/** Runs `work` and attributes all changes of its transactions to `origin`. */
export const actingFrom = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

/** What the work that runs now is done for, if that was noted by `actingFrom`. */
export const currentOrigin = (): Origin | undefined => origins.getStore();

/** The origin for the audit triggers; empty without one. */
export const originSetting = (): string => {
  const { until: _until, began: _began, ...origin } = currentOrigin() ?? {};
  return 'actor' in origin ? JSON.stringify({ ...origin, traceId: currentTraceId() }) : '';
};

/** When the caller gives up, by `performance.now()`. */
const deadline = (): number => currentOrigin()?.until ?? Infinity;

/** Milliseconds until then. */
export const timeLeft = (): number => deadline() - performance.now();

/** The lock timeout, when the caller gives up earlier than the session does; null: the session's own. */
export const lockTimeout = (until = deadline()): string | null => {
  const left = Math.ceil(until - performance.now());
  return left < SESSION_WAITS_MS ? `${Math.max(left, 1)}ms` : null;
};

/**
 * Prevents late work from being stored: its caller gave up and may have sent the request again, or another one. `until`
 * is the deadline by `performance.now()`.
 * @throws DomainError `service-unavailable`.
 */
export const assertInTime = (until = deadline()): void => {
  if (until < performance.now()) throw new DomainError('service-unavailable', 'This took too long and was not done.');
};

const PROMPT_MS = 500;

/**
 * Like `assertInTime`, before something is stored. After slow work it first lets the event loop report disconnects: a
 * process that was suspended resumes with its work and with the disconnects of its callers, in any order.
 * @throws DomainError `service-unavailable`.
 */
export const assertWanted = async (): Promise<void> => {
  const { began } = currentOrigin() ?? {};
  // Sockets that were read in the first turn are closed in the second.
  if (began !== undefined && performance.now() - began > PROMPT_MS)
    for (let turn = 0; turn < 2; turn++) await nextTurn();
  assertInTime();
};
