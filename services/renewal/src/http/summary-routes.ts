import { getRenewalSummary } from '@staycover/api';
import { handle, type Route, summarized } from '@staycover/http';
import { businessDate } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { countEndingTerms, countToDecide } from '../db/summary.ts';

/** What a dashboard shows of renewals. */
export const summaryRoutes = ({ database, clock }: Platform): Route[] => [
  handle(
    getRenewalSummary,
    summarized(clock, async (organizations, { days }) => {
      const first = businessDate(clock());
      const [toDecide, weeks] = await Promise.all([
        countToDecide(database, organizations),
        countEndingTerms(database, organizations, { first, last: first.add({ days }) }),
      ]);
      return { toDecide, weeks };
    }),
  ),
];
