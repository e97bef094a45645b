import { execute, type Work } from '@staycover/db';
import { calendarDate } from '@staycover/kernel';
import type { Term } from '../domain/policy.ts';

/** A row of `policy_term` as JSON. */
export type TermRow = {
  term_start: string;
  term_end: string;
  coverage_ends_on: string | null;
  rate_per_night: number | null;
  loss_fund_rate_per_night: number | null;
};

const rate = (value: number | null) => (value === null ? null : BigInt(value));

export const termOfRow = (row: TermRow): Term => ({
  termStart: calendarDate(row.term_start),
  termEnd: calendarDate(row.term_end),
  coverageEndsOn: row.coverage_ends_on === null ? null : calendarDate(row.coverage_ends_on),
  ratePerNight: rate(row.rate_per_night),
  lossFundRatePerNight: rate(row.loss_fund_rate_per_night),
});

/** Keeps a term that another one follows. */
export const addTerm = (tx: Work, policyId: string, term: Term): Promise<number> =>
  execute(
    tx,
    `insert into policy_term (policy_id, term_start, term_end, coverage_ends_on, rate_per_night, loss_fund_rate_per_night)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      policyId,
      term.termStart.toString(),
      term.termEnd.toString(),
      term.coverageEndsOn?.toString() ?? null,
      term.ratePerNight?.toString() ?? null,
      term.lossFundRatePerNight?.toString() ?? null,
    ],
  );
