import { currentOrigin } from './origin.ts';
import type { Work } from './work.ts';

const charges = new WeakMap<Work, (() => void)[]>();

/**
 * Charges an organization for bytes that are about to be stored, if the origin of the change pays. Returns what gives
 * them back, once, when they were not stored; a transaction that fails gives back its charges by itself.
 * @throws DomainError `budget-exceeded`.
 */
export const charge = (organizationId: string, bytes: number, work?: Work): (() => void) => {
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
