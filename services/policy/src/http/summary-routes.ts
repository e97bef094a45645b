import { getPolicySummary } from '@staycover/api';
import type { CommandDeps } from '@staycover/change';
import { handle, type Route, summarized } from '@staycover/http';
import { countPolicies } from '../db/summary.ts';

/** What a dashboard shows of policies. */
export const summaryRoutes = ({ database, clock }: Pick<CommandDeps, 'database' | 'clock'>): Route[] => [
  handle(
    getPolicySummary,
    summarized(clock, async (organizations) => ({ states: await countPolicies(database, organizations) })),
  ),
];
