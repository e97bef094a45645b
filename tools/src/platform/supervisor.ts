import { type Backoff, type Child, type ChildSpec, supervise } from './child.ts';

export type { Backoff, Child, ChildSpec } from './child.ts';

export type SuperviseOptions = {
  /** Gets one line for each thing that happens to a child. */
  say(line: string): void;
  /** Gets every line that a child writes to stdout or stderr. */
  onLine(name: string, line: string): void;
  /** Groups of names, stopped one group after the other; children that no group names are stopped last. */
  stopOrder?: string[][];
  /** How long, in milliseconds, each group may take to stop before it is killed. */
  stopLimit?: number;
  backoff?: Backoff;
};

export type Supervisor = {
  /** Waits until every child has answered 200 at its `readyUrl`; throws after `limit` ms, naming the missing ones. */
  ready(limit?: number): Promise<void>;
  /** Stops every child and all that they started. May be called more than once, and before `ready` resolves. */
  stop(): Promise<void>;
  children: readonly Child[];
};

const BACKOFF: Backoff = { first: 100, longest: 30_000, resetAfter: 60_000 };

/** Starts the children and keeps them running until `stop`. */
export function superviseAll(specs: ChildSpec[], options: SuperviseOptions): Supervisor {
  const { say, onLine, stopOrder = [], stopLimit = 20_000, backoff = BACKOFF } = options;
  const supervised = specs.map((spec) => supervise(spec, { say, onLine, backoff }));
  let stopping: Promise<void> | undefined;

  async function ready(limit = 120_000): Promise<void> {
    const waiting = new Set(supervised);
    const all = Promise.all(supervised.map((each) => each.ready.then(() => waiting.delete(each))));
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const names = [...waiting].map(({ child }) => child.name).join(', ');
      late.reject(new Error(`Not ready after ${limit / 1000} s: ${names}`));
    }, limit);
    await Promise.race([all, late.promise]).finally(() => clearTimeout(timer));
  }

  async function stopInOrder(): Promise<void> {
    const named = new Set(stopOrder.flat());
    const rest = specs.map(({ name }) => name).filter((name) => !named.has(name));
    for (const group of [...stopOrder, rest]) {
      const members = supervised.filter(({ child }) => group.includes(child.name));
      await Promise.all(members.map((each) => each.stop(stopLimit)));
    }
  }

  return { ready, stop: () => (stopping ??= stopInOrder()), children: supervised.map(({ child }) => child) };
}
