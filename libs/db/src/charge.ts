import { currentOrigin, type Stored } from './origin.ts';
import type { Work } from './work.ts';

const charges = new WeakMap<Work, (() => void)[]>();

/**
 * Charges organizations for bytes that are about to be stored, if the origin of the change pays: each of them, or none.
 * Returns what gives each charge back, once, when it was not stored; a transaction that fails gives back its own by itself.
 * @throws DomainError `budget-exceeded`.
 */
export const chargeEach = (
  charged: readonly (readonly [organizationId: string, bytes: number])[],
  stored: Stored,
  work?: Work,
): (() => void)[] => {
  const givingBack: (() => void)[] = [];
  try {
    for (const [organizationId, bytes] of charged) givingBack.push(charge({ organizationId, bytes, stored, work }));
  } catch (error) {
    for (const giveBack of givingBack) giveBack();
    throw error;
  }
  return givingBack;
};

type Charge = { organizationId: string; bytes: number; stored: Stored; work: Work | undefined };

const charge = ({ organizationId, bytes, stored, work }: Charge): (() => void) => {
  const spend = currentOrigin()?.spend;
  if (!spend) return () => undefined;
  spend(organizationId, bytes, stored);
  let isOwed = true;
  const giveBack = (): void => {
    if (isOwed) spend(organizationId, -bytes, stored);
    isOwed = false;
  };
  if (work?.isTransaction) charges.getOrInsertComputed(work, () => []).push(giveBack);
  return giveBack;
};

/** Gives back the charges of a transaction that has failed. */
export const giveBackCharges = (tx: Work): void => charges.get(tx)?.forEach((giveBack) => giveBack());
