import { BARE } from './bare-rows.ts';
import { events } from './events.ts';
import { invoice } from './invoice.ts';
import { month } from './month.ts';
import { renew } from './renew.ts';
import { type Effort, FULL, QUICK, sideBySide } from './side-by-side/index.ts';
import type { Figures, Results } from './side-by-side/measure.ts';
import { asTable } from './side-by-side/table.ts';

/** Every row, each with its reference; takes about half an hour on two cores. */
export const everything = async (): Promise<Results> =>
  shown({
    ...(await sideBySide(FULL)),
    ...(await monthRow()),
    ...(await renewRow(10_000)),
    ...(await events([])),
    ...(await largeInvoiceRow(10_000)),
  });

/** A selection that takes some four minutes: requests, invoices, and a month; `only` selects rows. */
export const quick = async (only?: readonly string[]): Promise<Results> => {
  const effort: Effort = QUICK;
  const wantsMonth = !only || only.includes('month');
  const wantsRequests = !only || only.some((row) => row !== 'month');
  return shown({
    ...(wantsRequests && (await sideBySide(effort, only))),
    ...(wantsMonth && (await monthRow())),
  });
};

const shown = (results: Results): Results => {
  console.log(asTable(results));
  return results;
};

/** Of the same size in each run: a shorter month is mostly code that V8 has not compiled yet. */
const monthRow = async (): Promise<Results> => {
  const steps = await month([]);
  const of = (wanted: string): Figures => {
    const { perSecond, cpuMs } = steps.find(({ step }) => step === wanted)!;
    return { perSecond, cpuMs };
  };
  return { month: { ours: of('a month'), [BARE]: of(BARE) } };
};

const renewRow = async (policies: number): Promise<Results> => {
  const [{ perSecond, cpuMs, reference }] = (await renew([String(policies)])) as [Awaited<ReturnType<typeof renew>>[0]];
  return { renew: { ours: { perSecond, cpuMs }, 'bare UPDATE': reference } };
};

/** One invoice of many properties, as lines a second. */
const largeInvoiceRow = async (properties: number): Promise<Results> => {
  const [figures] = await invoice([String(properties)]);
  const perSecond = (step: string): Figures => ({ perSecond: properties / figures![step]! });
  return { 'large invoice': { ours: perSecond('generate'), [BARE]: perSecond('bare insert') } };
};
