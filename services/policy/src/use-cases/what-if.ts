import type { QuoteBody } from '@staycover/api';
import { inTransaction, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { policyChanges, statusMove, toCalendarDate, toStatement } from '../wire/bodies.ts';
import { updatePolicy } from './change-policy.ts';
import { type MoveRules, setPolicyStatus } from './move-policy.ts';

/** Rolls back the transaction of a trial change. */
class Tried<T> extends Error {
  readonly found: T;

  constructor(found: T) {
    super('tried');
    this.found = found;
  }
}

/**
 * Applies a change, reads the result, and rolls the change back.
 * @throws DomainError as the change itself does.
 */
export const readAsIf = async <T>(
  work: Work,
  context: Context,
  { id, whatIf }: { id: string; whatIf: QuoteBody },
  rules: MoveRules,
  read: (tx: Work) => Promise<T>,
): Promise<T> => {
  try {
    return await inTransaction(work, async (tx) => {
      await change(tx, context, id, whatIf, rules);
      throw new Tried(await read(tx));
    });
  } catch (error) {
    if (error instanceof Tried) return error.found as T;
    throw error;
  }
};

const change = (
  tx: Work,
  context: Context,
  id: string,
  { status, ...body }: QuoteBody,
  rules: MoveRules,
): Promise<unknown> => {
  if (status !== undefined) {
    return setPolicyStatus(tx, context, { id, ifMatch: undefined, move: statusMove({ ...body, status }) }, rules);
  }
  const changes = policyChanges(body, context.actor.id);
  const effectiveFrom = toCalendarDate(body.effectiveFrom);
  return updatePolicy(tx, context, { id, ifMatch: undefined, changes, statement: toStatement(body), effectiveFrom });
};
