import { currentOrigin } from './origin.ts';
import type { Work } from './work.ts';

const charges = new WeakMap<Work, (() => void)[]>();

/**
 * Charges organizations for bytes that are about to be stored, if the origin of the change pays: each of them, or none.
 * Returns what gives each charge back, once, when it was not stored; a transaction that fails gives back its own by itself.
 * @throws DomainError `budget-exceeded`.
 */
export const chargeEach = (
  charged: readonly (readonly [organizationId: string, bytes: number])[],
  work?: Work,
): (() => void)[] => {
  const givingBack: (() => void)[] = [];
  try {
    for (const [organizationId, bytes] of charged) givingBack.push(charge(organizationId, bytes, work));
  } catch (error) {
    for (const giveBack of givingBack) giveBack();
    throw error;
  }
  return givingBack;
};

const charge = (organizationId: string, bytes: number, work?: Work): (() => void) => {
  const spend = currentOrigin()?.spend;
  if (!spend) return () => undefined;
  spend(organizationId, bytes);
  let isOwed = true;
  const giveBack = (): void => {
    if (isOwed) spend(organizationId, -bytes);
    isOwed = false;
  };
  if (work?.isTransaction) charges.getOrInsertComputed(work, () => []).push(giveBack);
  return giveBack;
};

/** Gives back the charges of a transaction that has failed. */
export const giveBackCharges = (tx: Work): void => charges.get(tx)?.forEach((giveBack) => giveBack());
