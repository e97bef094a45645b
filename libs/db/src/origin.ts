import { AsyncLocalStorage } from 'node:async_hooks';

/** What a change is put down to in the audit trail. */
export type Origin = {
  /** Who acts, where the changed row does not say so itself. */
  actor: string;
  /** A request, an event, a schedule. */
  source: string;
  /** The client's network address, if there is one. */
  address?: string | undefined;
  /** When nobody waits for the outcome any more, by `performance.now()`. */
  until?: number | undefined;
};

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work`; whatever its transactions change is put down to `origin`. */
export const actingFrom = <T>(origin: Origin, work: () => T): T => origins.run(origin, work);

export const currentOrigin = (): Origin | undefined => origins.getStore();
