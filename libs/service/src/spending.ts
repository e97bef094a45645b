import type { Spend } from '@staycover/db';
import { sharedBudget, watchedShare } from '@staycover/messaging';
import { readBudget, type ServiceConfig } from './config.ts';
import type { Platform } from './definition.ts';

type Spending = { spend: Spend | undefined; stop(): Promise<void> };

/** The budget of each organization for stored data: bytes per day, and a share of the stream. */
export const budgetFor = ({ database, logger }: Platform, config: ServiceConfig): Spending => {
  const budget = readBudget(config);
  if (!budget) return { spend: undefined, stop: async () => undefined };
  const daily = sharedBudget(database, budget.bytesPerDay, logger);
  const share = watchedShare(database, budget.bytesPerMonth, logger);
  return {
    spend(organizationId, bytes, stored, times) {
      daily.spend(organizationId, bytes, times);
      if (stored !== 'event') return;
      try {
        share.spend(organizationId, bytes, times);
      } catch (error) {
        daily.spend(organizationId, -bytes);
        throw error;
      }
    },
    stop: async () => void (await Promise.all([daily.stop(), share.stop()])),
  };
};
