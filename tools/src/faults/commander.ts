import { setTimeout as delay } from 'node:timers/promises';
import type { documentedFetch } from '@staycover/testing';
import type { Life } from './accepted.ts';
import type { Entrance } from './entrance.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

/** The load was stopped in the middle of a step that is not accepted yet. */
export class Stopped extends Error {}

/** Sends commands until they are accepted, as a careful client does, and counts what came back. */
export type Commander = {
  lives: Life[];
  /** Accepted commands by kind. */
  accepted: ReadonlyMap<string, number>;
  /** How often each status came; 0 is a connection that failed. */
  statuses: ReadonlyMap<number, number>;
  /** The first of those that failed, as a line each. */
  failures: readonly string[];
  /** How many tries a gateway broke off, and another was asked. */
  brokenOff(): number;
  /** How many requests wait for another gateway's answer, after the first broke off or was not there. */
  repeating(): number;
  /** The slowest answer of each status since the last reset, in milliseconds. */
  slowest: Map<number, number>;
  /** Sends the same request again, with the same key, until it is answered with 2xx. */
  send(kind: string, method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body>;
  /** Sends a request once, and takes whatever comes. */
  attempt(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Tries until it works. */
  accept(kind: string, attempt: () => Promise<boolean>): Promise<void>;
  /** Reads until the answer is as wanted, every so often. */
  wait(what: string, path: string, isThere: (body: Body) => boolean, everyMs?: number): Promise<Body>;
  stop(): void;
};

const CLIENT_TIMEOUT_MS = 12_000;
const PAUSE_MS = 50;
const POLL_MS = 30;
const FAILURES_KEPT = 50;

type Reply = { status: number; body?: Body };

/** The first request with the same key, which was broken off, is still under way. */
const isInFlight = ({ status, body }: Reply): boolean =>
  status === 409 && String(body?.type).endsWith('/idempotency-key-in-flight');

const isTransient = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/** Of what `fetch` throws; an undocumented answer is none of these. */
const isTooLate = (error: unknown): boolean => (error as Error).name === 'TimeoutError';
const isConnectionLost = (error: unknown): boolean => (error as Error).name === 'TypeError';

type Repeats = {
  repeat(wasSent: boolean, attempt: () => Promise<Reply>): Promise<Reply>;
  brokenOff(): number;
  underWay(): number;
};

type Ask = { method: string; path: string; body?: unknown; headers: Record<string, string> };

const isRefused = (error: unknown): boolean =>
  ((error as Error).cause as { code?: unknown } | undefined)?.code === 'ECONNREFUSED';

const ask = async (
  { entrance, fetch }: CommanderOptions,
  { method, path, body, headers }: Ask,
  repeat: Repeats['repeat'],
): Promise<Reply> => {
  const signal = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
  const attempt = async (tried: readonly string[]): Promise<Reply> => {
    const url = entrance.url(tried);
    try {
      const answer = await fetch(
        new Request(url + path, {
          method,
          headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          signal,
        }),
      );
      return { status: answer.status, body: await answer.json() };
    } catch (error) {
      if (isTooLate(error)) return { status: 0 };
      if (!isConnectionLost(error)) throw error;
      // Each of these requests may be repeated: another gateway is asked, if there is one.
      if (tried.length === entrance.others) return { status: 0 };
      return repeat(!isRefused(error), () => attempt([...tried, url]));
    }
  };
  return attempt([]);
};

export type CommanderOptions = {
  entrance: Entrance;
  /** Refuses answers that are not documented, unless another release may have given them. */
  fetch: typeof documentedFetch;
};

/** Counts the requests that go to another gateway, after the first broke off or was not there. */
const countRepeats = (): Repeats => {
  let [brokenOff, underWay] = [0, 0];
  return {
    async repeat(wasSent, attempt) {
      if (wasSent) brokenOff += 1;
      underWay += 1;
      return attempt().finally(() => void (underWay -= 1));
    },
    brokenOff: () => brokenOff,
    underWay: () => underWay,
  };
};

export const command = (options: CommanderOptions): Commander => {
  const accepted = new Map<string, number>();
  const statuses = new Map<number, number>();
  const slowest = new Map<number, number>();
  const failures: string[] = [];
  let stopping = false;
  const repeats = countRepeats();

  const call = async (method: string, path: string, body?: unknown, headers: Ask['headers'] = {}): Promise<Reply> => {
    const started = performance.now();
    const answer = await ask(options, { method, path, body, headers }, repeats.repeat);
    if (isTransient(answer.status) && failures.length < FAILURES_KEPT)
      failures.push(`${method} ${path}: ${answer.status} ${answer.body?.detail ?? ''}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    slowest.set(answer.status, Math.max(slowest.get(answer.status) ?? 0, performance.now() - started));
    return answer;
  };
  /** Tries until something comes of it. */
  const insist = async <T>(what: string, everyMs: number, attempt: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const result = await attempt();
      if (result !== undefined) return result;
      if (stopping) throw new Stopped(what);
      await delay(everyMs);
    }
  };
  const count = (kind: string): void => void accepted.set(kind, (accepted.get(kind) ?? 0) + 1);

  return {
    lives: [],
    accepted,
    statuses,
    failures,
    brokenOff: repeats.brokenOff,
    repeating: repeats.underWay,
    slowest,
    async send(kind, method, path, body, headers) {
      const answer = await insist(kind, PAUSE_MS, async () => {
        const reply = await call(method, path, body, headers);
        return isTransient(reply.status) || isInFlight(reply) ? undefined : reply;
      });
      if (answer.status >= 300)
        throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      count(kind);
      return answer.body;
    },
    attempt: (method, path, body) => call(method, path, body),
    async accept(kind, attempt) {
      await insist(kind, 0, async () => (await attempt()) || undefined);
      count(kind);
    },
    wait: (what, path, isThere, everyMs = POLL_MS) =>
      insist(what, everyMs, async () => {
        const { status, body } = await call('GET', path);
        return status === 200 && isThere(body) ? body : undefined;
      }),
    stop: () => void (stopping = true),
  };
};

/** The share of tries that were answered as they should be: not cut off, not refused, not left open. */
export const measureAvailability = ({ statuses }: Pick<Commander, 'statuses'>): number => {
  const tries = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const bad = [...statuses].reduce((sum, [status, count]) => sum + (isTransient(status) ? count : 0), 0);
  return tries === 0 ? 1 : (tries - bad) / tries;
};

export const totalAccepted = ({ accepted }: Commander): number =>
  [...accepted.values()].reduce((sum, count) => sum + count, 0);
