import { ConcurrentChange, inTransaction, type Work } from '@staycover/db';
import { type Aggregate, assertVersion, type Context, type Decision, type ExpectedVersion } from '@staycover/kernel';
import type { Repository } from './repository.ts';

/** What is to change; `ifMatch` is the version that it must have, if any. */
export type Target = { id: string; ifMatch?: ExpectedVersion | undefined };

/**
 * Changes one aggregate: loads it, decides, and stores the result with its events in one statement. Reads without a
 * lock; after a concurrent change it runs again under one. Inside a transaction it locks at once.
 * @throws DomainError `not-found`, `version-mismatch`, errors of `decide`, and `service-unavailable` when the caller
 *   has given up.
 */
export const change = async <State extends Aggregate, Event extends { type: string }>(
  work: Work,
  states: Repository<State, Event>,
  context: Context,
  { id, ifMatch }: Target,
  decide: (state: State) => Decision<State, Event>,
): Promise<State> => {
  const before = await states.load(work, context.actor, id);
  assertVersion(states.resource, before.version, ifMatch);
  const stored = await states.replace(work, context, before, decide(before));
  if (stored) return stored;
  if (work.isTransaction) throw new ConcurrentChange();
  return inTransaction(work, (tx) => change(tx, states, context, { id, ifMatch }, decide));
};
