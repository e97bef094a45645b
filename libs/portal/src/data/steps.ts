import type { Resource } from '@staycover/client';

type Month = Resource<'InvoiceSummary'>['currencies'][number]['months'][number];
type Week = Resource<'RenewalSummary'>['weeks'][number];

const DAY_MS = 86_400_000;

/** The day so many days after another, before it where they are below 0. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const monthAfter = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)))).toISOString().slice(0, 7);

const weekAfter = (monday: string): string => addDays(monday, 7);

const findMonday = (moment: string): string => {
  const day = moment.slice(0, 10);
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
};

const range = (first: string, last: string, after: (step: string) => string): string[] => {
  const steps: string[] = [];
  for (let step = first; step <= last; step = after(step)) steps.push(step);
  return steps;
};

/** All months from the first with anything to the present one. */
export const everyMonth = (months: readonly Month[], asOf: string): Month[] => {
  const known = new Map(months.map((row) => [row.month, row]));
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return [];
  const present = asOf.slice(0, 7);
  const steps = range(first.month, last.month > present ? last.month : present, monthAfter);
  return steps.map((month) => known.get(month) ?? { month, billed: 0, due: 0 });
};

/** All weeks from the present one to the last in which a term ends. */
export const everyWeek = (weeks: readonly Week[], asOf: string): Week[] => {
  const known = new Map(weeks.map((row) => [row.monday, row]));
  const last = weeks.at(-1);
  if (!last) return [];
  return range(findMonday(asOf), last.monday, weekAfter).map((monday) => known.get(monday) ?? { monday, ending: 0 });
};
