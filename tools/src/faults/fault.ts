import { eventually } from '@staycover/testing';
import { measureAvailability } from './commander.ts';
import { type Load, startLoad } from './load.ts';
import { judge, settleLoad, type Verdict } from './oracle.ts';
import type { Stage } from './stage.ts';

export type Fault = {
  /** Short and unique: the load's organization is named by it. */
  id: string;
  what: string;
  /** Takes so long that only the whole run has it. */
  slow?: boolean;
  /** Takes one of several replicas: only a replicated platform has it. */
  replicated?: boolean;
  /** What it shows is hidden by a second replica: only a platform with one process of each service has it. */
  alone?: boolean;
  /** Servers of NATS, where one is not enough. */
  natsNodes?: number;
  /** Needs ways of its own between any two processes. */
  wired?: boolean;
  /** Needs a PgBouncer between the services and PostgreSQL. */
  pooled?: boolean;
  /** What the platform is started with instead of the usual. */
  env?: Record<string, string>;
  /** Does it, checks what can be seen meanwhile, repairs it; returns what was seen. */
  run(stage: Stage, load: Load, scale: Scale): Promise<string>;
};

/** How much of a repeated fault to do: `full`, or `brief` for the test suite. */
export type Scale = <T>(full: T, brief: T) => T;

export type Outcome = Verdict & {
  fault: Fault;
  seen: string;
  accepted: number;
  /** The share of tries that was answered as it should be, from 0 to 1. */
  availability: number;
  /** Accepted commands a second, the time of the fault included. */
  rate: number;
  /** From the end of the fault until every process is ready and commands are accepted again. */
  recoverySeconds: number;
  kills: number;
};

const FLOW = 20;
/** Refused; not answered in time, the outcome unknown. */
const EXPECTED = new Set([503, 504]);

/** Runs a fault under load, waits until the load flows again, and lets the oracle judge. */
export const undergo = async (stage: Stage, fault: Fault, scale: Scale, customers = 8): Promise<Outcome> => {
  const before = stage.kills();
  const load = await startLoad(stage, { organizationId: fault.id, customers });
  const started = performance.now();
  let seen: string;
  let recoverySeconds: number;
  try {
    await flows(load);
    seen = await fault.run(stage, load, scale);
    const over = performance.now();
    await stage.ready();
    await flows(load);
    recoverySeconds = (performance.now() - over) / 1_000;
  } finally {
    await load.end();
  }
  const seconds = (performance.now() - started) / 1_000;
  await settleLoad(stage, load);
  const verdict = await judge(stage.sql, load.commander.lives);
  const bad = [...load.commander.statuses].filter(([status]) => status >= 500 && !EXPECTED.has(status));
  verdict.wrong.push(...bad.map(([status, count]) => `${count} answers of ${status}`));
  const accepted = load.total();
  return {
    ...verdict,
    fault,
    seen,
    accepted,
    availability: measureAvailability(load.commander),
    rate: accepted / seconds,
    recoverySeconds,
    kills: stage.kills() - before,
  };
};

/** Waits until some more commands are accepted. */
export const flows = async (load: Load, count = FLOW, withinMs = 90_000): Promise<void> => {
  const before = load.total();
  await eventually('the load flows', () => load.failure() !== undefined || load.total() >= before + count, withinMs);
  if (load.failure()) throw load.failure();
};

/** Waits until one more deal is accepted. */
export const dealsFlow = async (load: Load, withinMs: number): Promise<void> => {
  const before = load.deals();
  await eventually('deals are accepted all the same', () => load.deals() > before, withinMs);
};

/** Waits until a service publishes what it commits. */
export const eventsFlow = async (stage: Stage, service: string, withinMs = 60_000): Promise<void> => {
  const areSoon = async () => (await stage.metric(service, 'outbox_oldest_age_seconds')) < 5;
  await eventually('what is committed goes out', areSoon, withinMs);
};

/** Publishes events again that JetStream has lost, and returns how many it had lost. */
export const republish = async ({ ops }: Stage, since: Temporal.Instant): Promise<number> => {
  const lines = await ops('outbox', 'republish', '--since', since.toString());
  return lines.reduce((sum, line) => sum + Number(/: (\d+) published again/.exec(line)?.[1] ?? 0), 0);
};

/** How long something took, in seconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
};

/** Fails loudly unless something is so. */
export const expectThat = (what: string, isSo: boolean): void => {
  if (!isSo) throw new Error(`This should be so, and is not: ${what}`);
};
