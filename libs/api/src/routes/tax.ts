import { z } from 'zod';
import { list } from '../fields.ts';
import { guarded, route, withBody } from '../route.ts';
import { TaxRate, TaxRateBody, TaxRateKey } from '../tax.ts';

const service = 'billing';

export const listTaxRates = route({
  operationId: 'listTaxRates',
  service,
  method: 'get',
  path: '/api/tax-rate',
  summary: 'List tax rates',
  role: 'read',
  query: z.object({}),
  responses: { 200: { description: 'Every version, by state, category and day', body: list(TaxRate, 10_000) } },
  problems: ['invalid-request', ...guarded],
});

export const putTaxRate = route({
  operationId: 'putTaxRate',
  service,
  method: 'put',
  path: '/api/tax-rate/{stateCode}/{category}',
  summary: 'Set a tax rate from a day on',
  description:
    'For callers of all organizations, which share the rates. Another percentage for the same day replaces the earlier one. Invoices that were sent are not taxed again.',
  role: 'ops',
  params: TaxRateKey,
  body: TaxRateBody,
  responses: { 200: { description: 'The version', body: TaxRate } },
  problems: [...withBody, ...guarded],
});

export const taxRoutes = [listTaxRates, putTaxRate];
