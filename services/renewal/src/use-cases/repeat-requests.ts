import { type Database, inTransaction, type Work } from '@staycover/change';
import type { Actor, Context } from '@staycover/kernel';
import { renewedAlready } from '../db/policies.ts';
import { lockUnanswered, renewals } from '../db/renewals.ts';
import { complete } from '../domain/answer.ts';
import { ask } from '../domain/decide.ts';
import { rateOn } from '../domain/rate.ts';
import { type Renewal, renewalJob } from '../domain/renewal.ts';

const LIMIT = 500;

/**
 * Repeats requests to the policy service that are unanswered for `repeatMinutes`. If the policy already has the term, the
 * answer was lost and the renewal is completed instead. Returns the number of checked renewals, at most 500.
 */
export const repeatRequests = (
  database: Database,
  when: Omit<Context, 'actor'>,
  repeatMinutes: number,
): Promise<number> =>
  inTransaction(database, async (tx) => {
    const context = { ...when, actor: renewalJob };
    const unanswered = await lockUnanswered(tx, when.now.subtract({ minutes: repeatMinutes }), LIMIT);
    if (unanswered.length === 0) return 0;
    const ids = unanswered.map(({ id }) => id);
    const renewed = await renewedAlready(tx, ids);
    const completed = unanswered.flatMap((before) => {
      const policy = renewed.get(before.id);
      return policy ? [{ before, decision: complete(before, context, rateOn(policy, policy.termStart)) }] : [];
    });
    await renewals.replaceAll(tx, context, completed);
    const open = unanswered.filter(({ id }) => !renewed.has(id));
    await askAgain(tx, context, open);
    return unanswered.length;
  });

/** Each is requested again in the name of its first requester. */
const askAgain = async (tx: Work, context: Context, open: readonly Renewal[]): Promise<void> => {
  for (const [id, asked] of Map.groupBy(open, ({ requestedBy }) => requestedBy ?? renewalJob.id)) {
    const actor: Actor = { ...renewalJob, id };
    const changes = asked.map((before) => ({ before, decision: ask(before, { ...context, actor }, before.runId) }));
    await renewals.replaceAll(tx, { ...context, actor }, changes);
  }
};
