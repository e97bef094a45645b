import { inTransaction, timeLeft, type Work } from '@staycover/change';
import { type Context, oneAtATime } from '@staycover/kernel';
import { lockOrganization, lockPolicyOrganization, tryPolicyOrganization } from '../db/policies.ts';

/** Another transaction has the lock of the organization. */
class OrganizationLocked extends Error {
  readonly organizationId: string;
  constructor(organizationId: string) {
    super(`The organization ${organizationId} is locked.`);
    this.organizationId = organizationId;
  }
}

const inTurn = oneAtATime();

/**
 * Runs `change` in a transaction that has the lock of a policy's organization. Those who find it locked queue here without
 * a connection, else one busy organization would hold all of them.
 */
export const lockingOrganization = async <T>(
  work: Work,
  { actor }: Context,
  policyId: string,
  change: (tx: Work) => Promise<T>,
): Promise<T> => {
  const begin = (lock: (tx: Work) => Promise<void>): Promise<T> =>
    inTransaction(work, async (tx) => {
      await lock(tx);
      return change(tx);
    });
  if (work.isTransaction) return begin((tx) => lockPolicyOrganization(tx, actor, policyId));
  try {
    return await begin(async (tx) => {
      const { organizationId, locked } = await tryPolicyOrganization(tx, actor, policyId);
      if (!locked) throw new OrganizationLocked(organizationId);
    });
  } catch (error) {
    if (!(error instanceof OrganizationLocked)) throw error;
    const { organizationId } = error;
    return inTurn(organizationId, () => begin((tx) => lockOrganization(tx, organizationId)), timeLeft());
  }
};
