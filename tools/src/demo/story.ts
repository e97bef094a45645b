import type { Resource } from '@staycover/client';
import { billingEvents, contractEvents, inboundEvents, policyEvents } from '@staycover/events';
import type { Narrator } from './narrator.ts';
import type { Stage } from './stage.ts';

type Policy = Resource<'Policy'>;
type Invoice = Resource<'Invoice'>;

const properties = [
  { propertyId: 'prop-101', propertyName: 'Beach House', state: 'FL', rate: null },
  { propertyId: 'prop-102', propertyName: 'Canyon Loft', state: 'FL', rate: 6.5 },
];

/** From a closed deal to a reserve split, a dated change and a cancellation, printed step by step. */
export const playStory = async (stage: Stage, narrator: Narrator, crmDealId: string): Promise<void> => {
  const policyId = await closeDeal(stage, narrator, crmDealId);
  await coverProperties(stage, narrator, policyId);
  const invoiceId = await bill(stage, narrator, policyId);
  await collect(stage, narrator, invoiceId);
  await change(stage, narrator, policyId);
  await cancel(stage, narrator, policyId);
};

const shownPolicy = ({ policyReference, status, termStart, termEnd }: Policy): string =>
  `${policyReference} is ${status}, ${termStart} to ${termEnd}`;

const closeDeal = async (
  { api, organizationId, ...stage }: Stage,
  narrator: Narrator,
  crmDealId: string,
): Promise<string> => {
  narrator.chapter('1. A deal is won: a contract and a policy');
  const body = {
    crmDealId,
    organizationId,
    dealName: 'Acme Stays',
    legalBusinessName: 'Acme Stays LLC',
    signatoryName: 'Dana Reyes',
    baseRatePerNight: '4.25',
    policy: { lossFundRatePerNight: 1.1, supportedStates: ['FL'] },
  };
  const send = () => api.POST('/api/webhook/crm/deal-closed', { body });
  await stage.accepted(201, send(), () => 'the deal is taken');
  const { policyId, contract } = await stage.expectEvent(contractEvents.dealClosed);
  await stage.expectEvent(policyEvents.policyCreated, (data) => data.policyId === policyId);
  narrator.fact(`watch it live at ${stage.gatewayUrl}/timeline/${policyId}`);
  await stage.accepted(200, send(), () => 'the same deal again changes nothing');

  const active = { status: 'ACTIVE' } as const;
  const ofPolicy = { path: { id: policyId } };
  const ofContract = { path: { id: contract.id } };
  await stage.accepted(200, api.GET('/api/policy/{id}', { params: ofPolicy }), shownPolicy);
  await stage.accepted(
    200,
    api.PATCH('/api/contract/{id}/status', { params: ofContract, body: active }),
    ({ contractReference, status }) => `${contractReference} is ${status}`,
  );
  await stage.accepted(200, api.PATCH('/api/policy/{id}/status', { params: ofPolicy, body: active }), shownPolicy);
  return policyId;
};

const coverProperties = async (
  { api, organizationId, ...stage }: Stage,
  narrator: Narrator,
  policyId: string,
): Promise<void> => {
  narrator.chapter('2. Another system elects cover for two properties, over NATS');
  const elections = properties.map(({ propertyId, propertyName, state, rate }) => ({
    electionId: `${policyId}-${propertyId}`,
    scopeType: 'PROPERTY' as const,
    scopeId: propertyId,
    action: 'INCLUDE' as const,
    rateOverridePerNight: rate,
    property: { propertyId, propertyName, state, country: 'US' },
  }));
  await stage.publish(
    inboundEvents.coverageElectionChanged,
    { organizationId, policyId, elections },
    `${elections.length} elections`,
  );
  await stage.expectEvent(policyEvents.enrollmentChanged, (data) => data.policyId === policyId);
  const params = { path: { id: policyId } };
  const policy = await stage.accepted(
    200,
    api.GET('/api/policy/{id}', { params }),
    ({ activeEnrollments }) => `${activeEnrollments.length} properties are covered`,
  );
  stage.check('active enrollments', policy.activeEnrollments.length, properties.length);
  await stage.refused(410, api.POST('/api/policy/{id}/enroll', { params }), ({ message }) => message);
};

const shownInvoice = ({ invoiceReference, lineItems, total, currency }: Invoice): string =>
  `${invoiceReference}: ${lineItems.length} lines, ${total} ${currency}`;

const bill = async ({ api, ...stage }: Stage, narrator: Narrator, policyId: string): Promise<string> => {
  narrator.chapter('3. The covered nights of this month become an invoice');
  const generate = () => api.POST('/api/invoice/generate/{policyId}', { params: { path: { policyId } } });
  const { id } = (await stage.accepted(201, generate(), (made) => shownInvoice(made as Invoice))) as Invoice;
  await stage.accepted(200, generate(), () => 'again: the same draft, no night billed twice');

  const add = (description: string) =>
    api.POST('/api/invoice/{id}/line-items', {
      params: { path: { id } },
      body: { description, amountPennies: -150, category: 'ADJUSTMENT' },
    });
  const remove = (index: number) =>
    api.DELETE('/api/invoice/{id}/line-items/{index}', { params: { path: { id, index } } });
  await stage.accepted(200, add('Goodwill for the late start'), shownInvoice);
  const { lineItems } = await stage.accepted(200, add('A mistake'), shownInvoice);
  await stage.accepted(200, remove(lineItems.length - 1), shownInvoice);
  await stage.refused(409, remove(0), ({ detail }) => detail);
  return id;
};

const collect = async ({ api, ...stage }: Stage, narrator: Narrator, id: string): Promise<void> => {
  narrator.chapter('4. Sent, paid, and split into reserves');
  const params = { path: { id } };
  const move = (status: Invoice['status']) =>
    stage.accepted(
      200,
      api.PATCH('/api/invoice/{id}/status', { params, body: { status } }),
      (invoice) => `${invoice.invoiceReference} is ${invoice.status}`,
    );
  await stage.refused(409, api.POST('/api/invoice/{id}/send', { params }), ({ detail }) => detail);
  await move('SENT');
  await stage.expectEvent(billingEvents.invoiceSent, (data) => data.invoiceId === id);
  await move('PAID');
  const split = await stage.expectEvent(billingEvents.reserveSplit, (data) => data.invoiceId === id);
  const { lineItems } = await stage.accepted(
    200,
    api.GET('/api/invoice/{id}', { params }),
    ({ reserveSplitsPublishedAt }) => `reserve splits published at ${reserveSplitsPublishedAt}`,
  );
  const orders = lineItems.filter(({ orderId }) => orderId !== null);
  const cents = orders.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
  stage.check('cents split = cents of the order lines, without the manual line', split.totalCents, cents);
};

const shownChange = ({ cancellation, nextChangeOn, ratePerNight, status }: Policy): string =>
  cancellation
    ? `${status}, cancelled from ${cancellation.effectiveDate} (${cancellation.reason})`
    : `${status} at ${ratePerNight} a night, next change on ${nextChangeOn ?? 'no day'}`;

const change = async ({ api, ...stage }: Stage, narrator: Narrator, policyId: string): Promise<void> => {
  narrator.chapter('5. A change has a day from which it holds');
  const params = { path: { id: policyId } };
  const { termStart } = await stage.accepted(200, api.GET('/api/policy/{id}', { params }), shownChange);
  const inTwoMonths = Temporal.PlainDate.from(termStart).add({ months: 2 }).toString();
  const dearer = { ratePerNight: 5, effectiveFrom: inTwoMonths };
  const changed = await stage.accepted(200, api.PUT('/api/policy/{id}', { params, body: dearer }), shownChange);
  stage.check('the rate until then', changed.ratePerNight, 4.25);
  stage.check('the day of the next change', changed.nextChangeOn, inTwoMonths);
  await stage.accepted(200, api.GET('/api/policy/{id}/changes', { params }), (changes) =>
    changes.map(({ kind, effectiveFrom }) => `${kind} from ${effectiveFrom}`).join(', '),
  );
  const yesterday = Temporal.PlainDate.from(termStart).subtract({ days: 1 }).toString();
  const tooLate = { ratePerNight: 4, effectiveFrom: yesterday };
  await stage.refused(409, api.PUT('/api/policy/{id}', { params, body: tooLate }), ({ detail }) => detail);
};

const cancel = async ({ api, ...stage }: Stage, narrator: Narrator, policyId: string): Promise<void> => {
  narrator.chapter('6. The policy is cancelled: with notice, and then as agreed');
  const params = { path: { id: policyId } };
  const move = (reason: 'INSURED_REQUEST' | 'AGREED') =>
    api.PATCH('/api/policy/{id}/status', { params, body: { status: 'CANCELLED', reason } });
  const ahead = await stage.accepted(200, move('INSURED_REQUEST'), shownChange);
  stage.check('the state until then', ahead.status, 'ACTIVE');
  const changes = await stage.accepted(
    200,
    api.GET('/api/policy/{id}/changes', { params }),
    (list) => `${list.length} changes`,
  );
  const { sequence } = changes.findLast(({ kind }) => kind === 'CANCEL')!;
  const ofChange = { path: { id: policyId, sequence } };
  await stage.accepted(200, api.DELETE('/api/policy/{id}/changes/{sequence}', { params: ofChange }), shownChange);

  const quoted = await stage.accepted(
    200,
    api.POST('/api/invoice/generate/{policyId}', {
      params: { path: { policyId }, query: { dryRun: 'true' } },
      body: { status: 'CANCELLED' },
    }),
    (quote) => `${quote.total} ${quote.currency} would come back, as a credit note that goes out by itself`,
  );
  stage.check('the nights from today on would come back', quoted.total < 0, true);
  const ended = await stage.accepted(200, move('AGREED'), shownChange);
  stage.check('the state', ended.status, 'CANCELLED');
  stage.check('active enrollments', ended.activeEnrollments.length, 0);
  await stage.expectEvent(
    policyEvents.policyStatusChanged,
    (data) => data.policyId === policyId && data.policy.status === 'CANCELLED',
  );
};
