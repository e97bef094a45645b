import {
  addLineItem,
  explainInvoice,
  generateInvoice,
  getInvoice,
  listInvoices,
  receivePaymentEvent,
  removeLineItem,
  sendInvoice,
  setInvoiceStatus,
} from '@staycover/api';
import type { Database, Tx } from '@staycover/db';
import { assertVersion, handle, idempotently, keyScope, pageOf, type Route, type RouteAnswer } from '@staycover/http';
import { type Actor, DomainError } from '@staycover/kernel';
import type { InvoiceFilter } from '../db/invoices.ts';
import type { Payer } from '../db/payers.ts';
import { invoiceHtml } from '../document/html.ts';
import { mediaTypeFor } from '../document/media-type.ts';
import { invoicePdf } from '../document/pdf.ts';
import { printedInvoice } from '../document/printed-invoice.ts';
import type { Invoice, InvoiceStatus } from '../domain/invoice.ts';
import type { AddLineItem } from '../use-cases/change-line-items.ts';
import type { GenerateInvoice } from '../use-cases/generate-invoice.ts';
import { explanationOf, type InvoiceWithLines, invoiceResource } from '../wire.ts';

type Change = { id: string; check: (invoice: Invoice) => void };
type Page = { limit: number; after?: string | undefined };

/** What the routes call. */
export type BillingUseCases = {
  get(actor: Actor, id: string): Promise<InvoiceWithLines>;
  list(actor: Actor, filter: InvoiceFilter, page: Page): Promise<InvoiceWithLines[]>;
  generate(actor: Actor, command: GenerateInvoice): Promise<InvoiceWithLines & { created: boolean }>;
  setStatus(actor: Actor, command: Change & { status: InvoiceStatus }): Promise<InvoiceWithLines>;
  send(actor: Actor, command: Change): Promise<InvoiceWithLines>;
  addLineItem(tx: Tx, actor: Actor, command: AddLineItem): Promise<InvoiceWithLines>;
  removeLineItem(actor: Actor, command: Change & { index: number }): Promise<InvoiceWithLines>;
  payerOf(organizationId: string): Promise<Payer>;
  /** By the provider that sends the event. */
  receivePaymentEvent: Record<string, (body: Buffer, header: Header) => Promise<{ duplicate: boolean }>>;
};

type Header = (name: string) => string | undefined;

const answer = (found: InvoiceWithLines): RouteAnswer => ({
  body: invoiceResource(found),
  version: found.invoice.version,
});

const expecting = (ifMatch: number | undefined) => (invoice: Invoice) =>
  assertVersion('invoice', invoice.version, ifMatch);

export const billingRoutes = (useCases: BillingUseCases, database: Database): Route[] => [
  handle(listInvoices, async ({ actor, query }) => {
    const { limit, cursor, ...filter } = query;
    const found = await useCases.list(actor, filter, { limit: limit + 1, after: cursor });
    const { page, headers } = pageOf(found, '/api/invoice', query, ({ invoice }) => invoice.id);
    return { body: page.map(invoiceResource), headers };
  }),

  handle(getInvoice, async ({ actor, params, header }) =>
    represent(useCases, await useCases.get(actor, params.id), header('accept')),
  ),

  handle(explainInvoice, async ({ actor, params }) => ({ body: explanationOf(await useCases.get(actor, params.id)) })),

  handle(generateInvoice, async ({ actor, params, ifMatch }) => {
    const made = await useCases.generate(actor, { policyId: params.policyId, check: expecting(ifMatch) });
    if (!made.created) return answer(made);
    return { ...answer(made), status: 201, headers: { Location: `/api/invoice/${made.invoice.id}` } };
  }),

  handle(setInvoiceStatus, async ({ actor, params, body, ifMatch }) =>
    answer(await useCases.setStatus(actor, { id: params.id, status: body.status, check: expecting(ifMatch) })),
  ),

  handle(sendInvoice, async ({ actor, params, ifMatch }) =>
    answer(await useCases.send(actor, { id: params.id, check: expecting(ifMatch) })),
  ),

  handle(addLineItem, ({ actor, params: { id }, body, ifMatch, idempotencyKey }) => {
    const { description, amountPennies, category } = body;
    const command = { id, description, amount: BigInt(amountPennies), category, check: expecting(ifMatch) };
    const route = addLineItem.operationId;
    const keyed = { key: idempotencyKey, scope: keyScope(actor), route, request: { id, ...body } };
    return database.transaction((tx) =>
      idempotently(tx, keyed, async () => {
        const changed = await useCases.addLineItem(tx, actor, command);
        return { ...answer(changed), headers: { ETag: `"${changed.invoice.version}"` } };
      }),
    );
  }),

  handle(removeLineItem, async ({ actor, params, ifMatch }) =>
    answer(await useCases.removeLineItem(actor, { ...params, check: expecting(ifMatch) })),
  ),

  paymentWebhook(useCases),
];

const paymentWebhook = ({ receivePaymentEvent: receivers }: BillingUseCases): Route =>
  handle(receivePaymentEvent, async ({ params: { provider }, raw, header }) => {
    const receive = Object.hasOwn(receivers, provider) ? receivers[provider] : undefined;
    if (!receive) throw DomainError.notFound('payment provider', provider);
    return { body: { received: true, ...(await receive(raw, header)) } };
  });

/** The invoice as its reader prefers it. */
const represent = async (
  useCases: BillingUseCases,
  found: InvoiceWithLines,
  accept: string | undefined,
): Promise<RouteAnswer> => {
  const headers = { Vary: 'Accept' };
  const type = mediaTypeFor(accept);
  if (type === 'application/json') return { ...answer(found), headers };
  const printed = printedInvoice(found, await useCases.payerOf(found.invoice.organizationId));
  if (type === 'application/pdf') return { content: { type, body: await invoicePdf(printed) }, headers };
  return { content: { type: `${type}; charset=utf-8`, body: invoiceHtml(printed) }, headers };
};
