import { z } from 'zod';
import { idField, integerParam, list } from '../fields.ts';
import { Invoice, LineItem } from '../invoice.ts';
import { LineItemBody, LineItemQuery } from '../invoice-bodies.ts';
import { entityTag, guarded, nextPage, route, withBody } from '../route.ts';

const service = 'billing';
const params = z.object({ id: idField('invoice') });
const changed = { description: 'The invoice with its new totals', body: Invoice, headers: entityTag };
const draftOnly = ['invoice-not-draft', 'invoice-frozen', 'version-mismatch'] as const;

export const listLineItems = route({
  operationId: 'listLineItems',
  service,
  method: 'get',
  path: '/api/invoice/{id}/line-items',
  summary: 'List the lines of an invoice',
  description:
    'In the order of `lineItems`; `cursor` is the position in it at which a page begins. The ETag is the version of the invoice.',
  role: 'read',
  params,
  query: LineItemQuery,
  responses: {
    200: { description: 'The lines', body: list(LineItem, 1_000), headers: { ...entityTag, ...nextPage } },
  },
  problems: ['invalid-request', 'not-found', ...guarded],
  etag: true,
});

export const addLineItem = route({
  operationId: 'addLineItem',
  service,
  method: 'post',
  path: '/api/invoice/{id}/line-items',
  summary: 'Add a manual adjustment',
  role: 'finance',
  params,
  body: LineItemBody,
  responses: { 200: changed },
  problems: [
    ...withBody,
    'not-found',
    ...draftOnly,
    'line-limit',
    'idempotency-key-in-flight',
    'idempotency-key-reused',
    ...guarded,
  ],
  idempotencyKey: true,
  etag: true,
});

export const removeLineItem = route({
  operationId: 'removeLineItem',
  service,
  method: 'delete',
  path: '/api/invoice/{id}/line-items/{index}',
  summary: 'Remove a manual adjustment',
  role: 'finance',
  params: params.extend({
    index: integerParam(0, Number.MAX_SAFE_INTEGER).meta({ description: 'Position in lineItems' }),
  }),
  responses: { 200: changed },
  problems: ['invalid-request', 'not-found', 'order-line-immutable', ...draftOnly, ...guarded],
  etag: true,
});
