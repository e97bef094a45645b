import { listTaxRates, putTaxRate } from '@staycover/api';
import { inTransaction } from '@staycover/change';
import { handle, type Route } from '@staycover/http';
import { assertAllOrganizations, calendarDate, rateFromNumber } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { loadTaxRates, storeTaxRate } from '../db/tax-rates.ts';
import { namedState } from '../domain/tax.ts';
import { taxRateResource } from '../wire.ts';

/** What states tax lines at, for all organizations. */
export const taxRoutes = ({ database }: Platform): Route[] => [
  handle(listTaxRates, async () => ({ body: (await loadTaxRates(database)).map(taxRateResource) })),

  handle(putTaxRate, async ({ actor, params, body }) => {
    assertAllOrganizations(actor, 'Tax rates are set by operators of all organizations.');
    const { category } = params;
    const stateCode = namedState(params.stateCode);
    const percent = rateFromNumber(body.percent);
    const rate = { stateCode, category, effectiveFrom: calendarDate(body.effectiveFrom), percent };
    await inTransaction(database, (tx) => storeTaxRate(tx, rate));
    return { body: taxRateResource(rate) };
  }),
];
