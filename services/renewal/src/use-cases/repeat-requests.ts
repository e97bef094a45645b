import type { Database } from '@staycover/db';
import type { Instant, NewId } from '@staycover/kernel';
import { renewedAlready } from '../db/policies.ts';
import { lockUnanswered } from '../db/renewals.ts';
import { complete } from '../domain/answer.ts';
import { ask } from '../domain/decide.ts';
import { rateOn } from '../domain/rate.ts';
import { type Author, RENEWAL_JOB, type Renewal, type Step } from '../domain/renewal.ts';
import { saveSteps } from './save-steps.ts';

const LIMIT = 500;

/**
 * Asks the policy service again for what it has not answered for `repeatMinutes`. A renewal whose policy is known to
 * have its term is completed instead: its answer was lost. Returns how many were looked at, at most 500.
 */
export const repeatRequests = (
  database: Database,
  now: Instant,
  repeatMinutes: number,
  newId: NewId,
): Promise<number> =>
  database.transaction(async (tx) => {
    const renewals = await lockUnanswered(tx, now.subtract({ minutes: repeatMinutes }), LIMIT);
    if (renewals.length === 0) return 0;
    const renewed = await renewedAlready(
      tx,
      renewals.map(({ id }) => id),
    );
    const steps = renewals.flatMap((renewal) => {
      const policy = renewed.get(renewal.id);
      return policy ? (complete(renewal, job(now), rateOn(policy, policy.termStart)) ?? []) : askAgain(renewal, now);
    });
    await saveSteps(tx, steps, { now, newId });
    return renewals.length;
  });

const job = (now: Instant): Author => ({ actor: RENEWAL_JOB, now });

const askAgain = (renewal: Renewal, now: Instant): Step =>
  ask(renewal, { actor: renewal.requestedBy ?? RENEWAL_JOB, now }, renewal.runId);
