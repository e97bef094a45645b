import { inTransaction, timeLeft, type Work } from '@staycover/change';
import { type Actor, type Context, DomainError, oneAtATime, TurnMissed } from '@staycover/kernel';
import {
  lockOrganization,
  lockPolicyOrganization,
  shareOrganization,
  tryOrganization,
  tryPolicyOrganization,
  tryShareOrganization,
} from '../db/policies.ts';

/** How a transaction gets the lock of an organization. */
export type Locking = {
  /** The lock itself, or a share of it. */
  organization(tx: Work, organizationId: string): Promise<void>;
  shared(tx: Work, organizationId: string): Promise<void>;
  /** That of a policy's organization. */
  policy(tx: Work, actor: Actor, policyId: string): Promise<void>;
};

/** Another transaction has the lock of the organization. */
class OrganizationLocked extends Error {
  readonly organizationId: string;
  constructor(organizationId: string) {
    super(`The organization ${organizationId} is locked.`);
    this.organizationId = organizationId;
  }
}

const assertLocked = (locked: boolean, organizationId: string): void => {
  if (!locked) throw new OrganizationLocked(organizationId);
};

const atOnce: Locking = {
  organization: async (tx, id) => assertLocked(await tryOrganization(tx, id), id),
  shared: async (tx, id) => assertLocked(await tryShareOrganization(tx, id), id),
  async policy(tx, actor, policyId) {
    const { locked, organizationId } = await tryPolicyOrganization(tx, actor, policyId);
    assertLocked(locked, organizationId);
  },
};

/** Waits with the connection of its transaction. */
export const waiting: Locking = {
  organization: lockOrganization,
  shared: shareOrganization,
  policy: lockPolicyOrganization,
};

const inTurn = oneAtATime();

/**
 * Makes an attempt that takes the lock of one organization in a transaction of its own. Those that find it locked queue here
 * without a connection, else one busy organization would hold all of them.
 * @throws DomainError `service-unavailable` when the caller's patience ends before its turn.
 */
export const queueing = async <T>(attempt: (locking: Locking) => Promise<T>): Promise<T> => {
  try {
    return await attempt(atOnce);
  } catch (error) {
    if (!(error instanceof OrganizationLocked)) throw error;
    return inTurn(error.organizationId, () => attempt(waiting), timeLeft()).catch(refuseMissed);
  }
};

const refuseMissed = (error: unknown): never => {
  if (!(error instanceof TurnMissed)) throw error;
  throw new DomainError('service-unavailable', 'Too many changes of this organization wait. Try again.');
};

/**
 * Runs `change` in a transaction that has the lock of a policy's organization. With `locking` it is part of an attempt
 * that queues as a whole.
 */
export const lockingOrganization = <T>(
  work: Work,
  { actor }: Context,
  policyId: string,
  change: (tx: Work) => Promise<T>,
  locking?: Locking,
): Promise<T> => {
  const attempt = (how: Locking): Promise<T> =>
    inTransaction(work, async (tx) => {
      await how.policy(tx, actor, policyId);
      return change(tx);
    });
  return locking ? attempt(locking) : queueing(attempt);
};
