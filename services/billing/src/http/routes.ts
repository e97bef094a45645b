import {
  addLineItem as addLineItemRoute,
  explainInvoice,
  generateInvoice,
  getInvoice,
  getInvoiceAudit,
  getInvoiceDocument,
  Invoice as InvoiceSchema,
  LineItem,
  listInvoices,
  listLineItems,
  type PrintedDocument,
  type QuoteBody,
  receivePaymentEvent,
  removeLineItem as removeLineItemRoute,
  sendInvoice,
  setInvoiceStatus,
} from '@staycover/api';
import { createContext, type Database, inTransaction, oncePerKey, type Target } from '@staycover/change';
import {
  type AllowedActions,
  type AuditedResource,
  auditRoute,
  handle,
  nextPageLink,
  paginate,
  type ResourceAnswer,
  type Route,
} from '@staycover/http';
import { type Actor, DomainError } from '@staycover/kernel';
import { type Issuer, issuedBy, represent } from '@staycover/print';
import type { Platform } from '@staycover/service';
import type { BillingRules } from '../config.ts';
import { isFrozen } from '../db/deliveries.ts';
import { invoices } from '../db/invoices.ts';
import { readInvoicePayer } from '../db/payers.ts';
import { readCorrectedReferences, readHeads, readInvoice, readInvoices, readLines } from '../db/read-invoices.ts';
import { printedInvoice } from '../document/printed-invoice.ts';
import { type Invoice, type InvoiceStatus, type InvoiceWithLines, type PreviewedInvoice } from '../domain/invoice.ts';
import { allowedMoves } from '../domain/move-invoice.ts';
import { addLineItem, removeLineItem } from '../use-cases/change-line-items.ts';
import type { GeneratedInvoice, GenerateInvoice } from '../use-cases/generate-invoice.ts';
import { invoicePreview, invoiceResource, toExplanation } from '../wire.ts';
import { paymentRoutes } from './payment-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { summaryRoutes } from './summary-routes.ts';
import { taxRoutes } from './tax-routes.ts';

type Header = (name: string) => string | undefined;

/** What other services and the payment provider take part in. */
export type BillingCommands = {
  generate(actor: Actor, command: GenerateInvoice): Promise<GeneratedInvoice>;
  /** With a change: as if it were made. */
  preview(actor: Actor, policyId: string, change: QuoteBody | undefined): Promise<PreviewedInvoice>;
  setStatus(actor: Actor, command: Target & { status: InvoiceStatus }): Promise<InvoiceWithLines>;
  send(actor: Actor, target: Target): Promise<InvoiceWithLines>;
  /** Whether there is a provider to send by. */
  canSend: boolean;
  /** By the provider that sends the event. */
  receivePaymentEvent: Record<string, (body: Buffer, header: Header) => Promise<{ duplicate: boolean }>>;
};

const answer = (found: InvoiceWithLines): ResourceAnswer => ({
  body: invoiceResource(found),
  version: found.invoice.version,
});

/** A draft that is being sent is only sent: a further call goes on with what was begun. */
const allowedOn = (invoice: Invoice, canSend: boolean, isBeingSent: boolean): AllowedActions => ({
  sendInvoice: canSend && invoice.status === 'DRAFT',
  setInvoiceStatus: isBeingSent ? [] : allowedMoves(invoice),
  addLineItem: invoice.status === 'DRAFT' && !isBeingSent,
  removeLineItem: invoice.status === 'DRAFT' && !isBeingSent,
});

const isEmpty = (body: object): boolean => Object.values(body).every((value) => value === undefined);

export const billingRoutes = (platform: Platform, commands: BillingCommands, rules: BillingRules & Issuer): Route[] => {
  const { database } = platform;
  return [
    ...readRoutes(database, commands, printed(database, rules)),

    handle(generateInvoice, async ({ actor, params: { policyId }, query, body, ifMatch }) => {
      if (query.dryRun === 'true') {
        const change = isEmpty(body) ? undefined : body;
        return { body: invoicePreview(await commands.preview(actor, policyId, change)) };
      }
      const made = await commands.generate(actor, { policyId, ifMatch });
      if (!made.created) return answer(made);
      return { ...answer(made), status: 201, headers: { Location: `/api/invoice/${made.invoice.id}` } };
    }),

    handle(setInvoiceStatus, async ({ actor, params, body, ifMatch }) =>
      answer(await commands.setStatus(actor, { id: params.id, status: body.status, ifMatch })),
    ),

    handle(sendInvoice, async ({ actor, params, ifMatch }) =>
      answer(await commands.send(actor, { id: params.id, ifMatch })),
    ),

    ...lineRoutes(platform),

    ...taxRoutes(platform),
    ...paymentRoutes(platform, rules),
    ...reportRoutes(platform),
    ...summaryRoutes(platform),
    auditRoute(database, getInvoiceAudit, auditedInvoice(database)),

    paymentWebhook(commands),
  ];
};

const readRoutes = (database: Database, commands: BillingCommands, print: Print): Route[] => [
  handle(listInvoices, async ({ actor, query }) => {
    const { limit, cursor, order, view, ...filter } = query;
    const read = view === 'summary' ? readHeads : readInvoices;
    const { invoices: found, next } = await read(database, actor, filter, { limit, after: cursor, order });
    const headers = nextPageLink('/api/invoice', query, next);
    return { body: found.map(invoiceResource), headers };
  }),

  handle(getInvoice, async ({ actor, params: { id }, query: { view }, header }) => {
    const whole = () => readInvoice(database, actor, id);
    return represent(header('accept'), {
      json: async () => {
        const found =
          view === 'summary' ? { invoice: await invoices.load(database, actor, id), lines: [] } : await whole();
        const isBeingSent = found.invoice.status === 'DRAFT' && (await isFrozen(database, id));
        return { ...answer(found), allowed: allowedOn(found.invoice, commands.canSend, isBeingSent) };
      },
      print: async () => print(await whole()),
    });
  }),

  handle(listLineItems, async ({ actor, params: { id }, query }) => {
    const from = Number(query.cursor ?? 0);
    const { invoice, lines } = await readLines(database, actor, id, { from, limit: query.limit + 1 });
    const path = `/api/invoice/${invoice.id}/line-items`;
    const { page, headers } = paginate(lines, path, query, () => `${from + query.limit}`);
    const { lineItems } = invoiceResource({ invoice, lines: page });
    return { body: lineItems, headers, version: invoice.version };
  }),

  handle(explainInvoice, async ({ actor, params }) => ({
    body: toExplanation(await readInvoice(database, actor, params.id)),
  })),

  handle(getInvoiceDocument, async ({ actor, params }) => ({
    body: await print(await readInvoice(database, actor, params.id)),
  })),
];

const auditedInvoice = (database: Database): AuditedResource => ({
  resource: 'invoice',
  members: Object.keys({ ...InvoiceSchema.shape, ...LineItem.shape }).filter((name) => name !== 'subtotalsByCategory'),
  rates: ['unitPrice'],
  amounts: [
    'subtotal',
    'tax',
    'total',
    'amount',
    'amountPaid',
    'amountCredited',
    'amountWrittenOff',
    'amountRefunded',
    'amountDisputed',
  ],
  find: (actor, id) => invoices.load(database, actor, id),
});

const lineRoutes = (platform: Platform): Route[] => [
  handle(addLineItemRoute, (request) =>
    oncePerKey(platform, addLineItemRoute, request, async (work) => {
      const { params, body, ifMatch } = request;
      const line = { description: body.description, amount: BigInt(body.amountPennies), category: body.category };
      const context = createContext(platform, request);
      return answer(await inTransaction(work, (tx) => addLineItem(tx, context, { id: params.id, ifMatch, line })));
    }),
  ),

  handle(removeLineItemRoute, (request) =>
    oncePerKey(platform, removeLineItemRoute, request, async (work) => {
      const { params, ifMatch } = request;
      const context = createContext(platform, request);
      return answer(await inTransaction(work, (tx) => removeLineItem(tx, context, { ...params, ifMatch })));
    }),
  ),
];

const paymentWebhook = ({ receivePaymentEvent: receivers }: BillingCommands): Route =>
  handle(receivePaymentEvent, async ({ params: { provider }, raw, header }) => {
    const receive = Object.hasOwn(receivers, provider) ? receivers[provider] : undefined;
    if (!receive) throw DomainError.notFound('payment provider', provider);
    return { body: { received: true, ...(await receive(raw, header)) } };
  });

type Print = (found: InvoiceWithLines) => Promise<PrintedDocument>;

const printed =
  (database: Database, issuer: Issuer): Print =>
  async (found) => {
    const payer = await readInvoicePayer(database, found.invoice);
    return issuedBy(issuer, await printedInvoice(found, payer, await readCorrectedReferences(database, found)));
  };
