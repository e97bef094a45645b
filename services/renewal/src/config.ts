import { tryParseJson } from '@staycover/kernel';
import { listenPort, parseEnvironment, serviceEnvironment, whole } from '@staycover/service';
import { z } from 'zod';
import type { NoticeDays, RenewalRules } from './domain/rules.ts';

const days = whole(0, 365);

const noticeDays = z
  .tuple([days, days, days], { error: 'must be three numbers of days, for the 60, the 30 and the 7 day notice' })
  .refine(([first, second, third]) => first > second && second > third, { error: 'must be falling numbers of days' })
  .transform((tuple): NoticeDays => tuple);

const json = z.string().transform((text, ctx): unknown => {
  const parsed = tryParseJson(text);
  if (parsed !== undefined) return parsed;
  ctx.addIssue({ code: 'custom', message: 'must be JSON' });
  return z.NEVER;
});

export const environment = serviceEnvironment.extend({
  PORT: listenPort(8084),
  RENEWAL_LEAD_DAYS: days.default(0).describe('Days before the end of the term at which a renewal is decided.'),
  RENEWAL_REVIEW_PERCENT: z.coerce
    .number()
    .min(0)
    .max(1_000)
    .multipleOf(0.01)
    .default(10)
    .describe('A rate that moves by more percent goes to a person.'),
  RENEWAL_NOTICE_DAYS: z
    .preprocess((text) => String(text).split(','), noticeDays)
    .prefault('60,30,7')
    .describe('Days before the end of the term at which the 60, the 30 and the 7 day notice go out.'),
  RENEWAL_NOTICE_DAYS_BY_STATE: json
    .pipe(z.record(z.string(), noticeDays))
    .prefault('{}')
    .describe('Other days for some states, as JSON: `{"NY": [75, 45, 15]}`.'),
  RENEWAL_REPEAT_MINUTES: whole(1, 1_440)
    .default(10)
    .describe('Minutes after which a request that the policy service has not answered is repeated.'),
  RENEWAL_UNDECIDED_DAYS: days
    .default(30)
    .describe('Days after the end of the term after which an undecided renewal is cancelled.'),
  RENEWAL_ANSWER_SECONDS: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(30)
    .describe('Seconds that a run waits for answers while none comes in.'),
  RENEWAL_PAGE_SIZE: whole(1, 1_000).default(100).describe('Policies that a run decides on in one transaction.'),
  RENEWAL_DAILY_HOUR: z
    .literal('off')
    .or(whole(0, 23))
    .default(2)
    .describe('Hour of the day (UTC) of the daily run, or `off`.'),
});

export type RenewalConfig = z.output<typeof environment>;

export const readConfig = (env: unknown = process.env): RenewalConfig => parseEnvironment(environment, env);

/** The part of the configuration that decisions look at. */
export const readRules = (config: RenewalConfig): RenewalRules => ({
  leadDays: config.RENEWAL_LEAD_DAYS,
  reviewPercent: config.RENEWAL_REVIEW_PERCENT,
  noticeDays: config.RENEWAL_NOTICE_DAYS,
  noticeDaysByState: config.RENEWAL_NOTICE_DAYS_BY_STATE,
  repeatMinutes: config.RENEWAL_REPEAT_MINUTES,
  undecidedDays: config.RENEWAL_UNDECIDED_DAYS,
});
