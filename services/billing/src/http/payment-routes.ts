import {
  getAccount,
  getPayment,
  getStatement,
  listAccountEntries,
  listPayments,
  receivePayment as receivePaymentRoute,
  refundPayment as refundPaymentRoute,
  reversePayment as reversePaymentRoute,
  setRefundReason as setRefundReasonRoute,
} from '@staycover/api';
import { oncePerKey } from '@staycover/change';
import { handle, paginate, type ResourceAnswer, type Route, readDayCursor } from '@staycover/http';
import { assertOrganization, businessDate, calendarDate, DomainError } from '@staycover/kernel';
import { type Issuer, issuedBy, represent } from '@staycover/print';
import type { Platform } from '@staycover/service';
import { accountResource, entryResources, statementResource } from '../account-wire.ts';
import type { BillingRules } from '../config.ts';
import { readPayer } from '../db/payers.ts';
import { listPayments as findPayments, type PaymentDetails, payments, readDetails } from '../db/payments.ts';
import {
  type EntryPosition,
  ledgerItems,
  readBalances,
  readEntries,
  readPostings,
  receivableBefore,
} from '../db/statements.ts';
import { printedStatement } from '../document/printed-statement.ts';
import { paymentResource } from '../payment-wire.ts';
import { receivePayment, refundPayment, reversePayment, setRefundReason } from '../use-cases/payments.ts';

const MOST_POSTINGS = 10_000;

const entryPosition = (cursor: string): EntryPosition => {
  const { day, key } = readDayCursor(cursor);
  return { postedOn: day.toString(), entryId: key };
};

const answer = (found: PaymentDetails): ResourceAnswer => ({
  body: paymentResource(found),
  version: found.payment.version,
});

const created = (found: PaymentDetails): ResourceAnswer => ({
  ...answer(found),
  status: 201,
  headers: { Location: `/api/payment/${found.payment.id}` },
});

/** Payments, refunds and accounts. */
export const paymentRoutes = (platform: Platform, rules: BillingRules & Issuer): Route[] => [
  ...reads(platform),
  ...commands({ ...platform, rules }),
  ...accounts(platform, rules),
];

const reads = ({ database }: Platform): Route[] => [
  handle(listPayments, async ({ actor, query }) => {
    const { limit, cursor, order, ...filter } = query;
    const found = await findPayments(database, actor, filter, { limit: limit + 1, after: cursor, order });
    const { page, headers } = paginate(found, '/api/payment', query, ({ id }) => id);
    return { body: (await readDetails(database, page)).map(paymentResource), headers };
  }),

  handle(getPayment, async ({ actor, params }) => {
    const [found] = await readDetails(database, [await payments.load(database, actor, params.id)]);
    return answer(found!);
  }),
];

const commands = (deps: Platform & { rules: BillingRules }): Route[] => [
  handle(receivePaymentRoute, (request) =>
    oncePerKey(deps, receivePaymentRoute, request, async (work) => {
      const { actor, body } = request;
      const { organizationId, currency, amountPennies, receivedOn, reference, invoiceIds } = body;
      const facts = {
        organizationId,
        currency,
        amount: BigInt(amountPennies),
        receivedOn: receivedOn === undefined ? undefined : calendarDate(receivedOn),
        reference: reference ?? null,
        invoiceIds: [...new Set(invoiceIds ?? [])],
      };
      return created(await receivePayment(work, deps, actor, facts));
    }),
  ),

  handle(reversePaymentRoute, async ({ actor, params, body, ifMatch }) =>
    answer(await reversePayment(deps.database, deps, actor, { id: params.id, reason: body.reason, ifMatch })),
  ),

  handle(refundPaymentRoute, (request) =>
    oncePerKey(deps, refundPaymentRoute, request, async (work) => {
      const { actor, params, body, ifMatch } = request;
      const asked = { amount: BigInt(body.amountPennies), reason: body.reason, note: body.note ?? null };
      return { ...answer(await refundPayment(work, deps, actor, { id: params.id, ifMatch, ...asked })), status: 201 };
    }),
  ),

  handle(setRefundReasonRoute, async ({ actor, params, body, ifMatch }) =>
    answer(await setRefundReason(deps.database, deps, actor, { ...params, reason: body.reason, ifMatch })),
  ),
];

const accounts = ({ database, clock }: Platform, issuer: Issuer): Route[] => [
  handle(getAccount, async ({ actor, params: { organizationId } }) => {
    assertOrganization(actor, organizationId);
    const today = businessDate(clock()).toString();
    return { body: accountResource(organizationId, await readBalances(database, organizationId, today)) };
  }),

  handle(getStatement, async ({ actor, params: { organizationId }, query, header }) => {
    assertOrganization(actor, organizationId);
    const { currency, from, to } = query;
    const days = { organizationId, currency, from, to };
    const opening = await receivableBefore(database, days, from);
    const postings = await readPostings(database, days, { from, to, limit: MOST_POSTINGS + 1 });
    if (postings.length > MOST_POSTINGS) {
      const instead = from === to ? `read /api/account/${organizationId}/entries` : 'ask for fewer days';
      throw DomainError.invalid([{ pointer: '/to', detail: `leaves more than ${MOST_POSTINGS} postings; ${instead}` }]);
    }
    return represent(header('accept'), {
      json: async () => ({ body: statementResource(days, opening, postings) }),
      async print() {
        const payer = await readPayer(database, organizationId);
        const items = await ledgerItems(database, postings);
        const today = businessDate(clock());
        return issuedBy(issuer, await printedStatement(days, { payer, opening, postings, items, today }));
      },
    });
  }),

  handle(listAccountEntries, async ({ actor, params: { organizationId }, query }) => {
    assertOrganization(actor, organizationId);
    const { limit, cursor, order, itemId } = query;
    const after = cursor === undefined ? undefined : entryPosition(cursor);
    const postings = await readEntries(database, organizationId, { itemId, limit: limit + 1, after, order });
    const entries = entryResources(postings, await ledgerItems(database, postings));
    const path = `/api/account/${organizationId}/entries`;
    const { page, headers } = paginate(entries, path, query, ({ postedOn, entryId }) => `${postedOn}.${entryId}`);
    return { body: page, headers };
  }),
];
