import { billingEvents, contractEvents, inboundEvents, policyEvents } from '@staycover/events';
import type { Narrator } from './narrator.ts';
import type { Stage } from './stage.ts';

type Line = { amount: number; orderId: string | null; manual: boolean };

const properties = [
  { propertyId: 'prop-101', propertyName: 'Beach House', state: 'FL', rate: null },
  { propertyId: 'prop-102', propertyName: 'Canyon Loft', state: 'FL', rate: 6.5 },
];

/** From a closed deal to a reserve split, told step by step. */
export const playStory = async (stage: Stage, tell: Narrator, crmDealId: string): Promise<void> => {
  const policyId = await closeDeal(stage, tell, crmDealId);
  await coverProperties(stage, tell, policyId);
  const invoiceId = await bill(stage, tell, policyId);
  await collect(stage, tell, invoiceId);
};

const closeDeal = async (stage: Stage, tell: Narrator, crmDealId: string): Promise<string> => {
  const { organizationId } = stage;
  tell.chapter('1. A deal is won: a contract and a policy');
  const deal = {
    crmDealId,
    organizationId,
    dealName: 'Acme Stays',
    legalBusinessName: 'Acme Stays LLC',
    signatoryName: 'Dana Reyes',
    baseRatePerNight: '4.25',
    policy: { lossFundRatePerNight: 1.1, supportedStates: ['FL'] },
  };
  const path = '/api/webhook/crm/deal-closed';
  const made = await stage.call('POST', path, 201, ({ body }) => `${body.contractReference} is ${body.status}`, deal);
  const { policyId } = await stage.expectEvent(contractEvents.dealClosed);
  await stage.expectEvent(policyEvents.policyCreated, (data) => data.policyId === policyId);
  await stage.call('POST', path, 200, () => 'the same deal again changes nothing', deal);
  await stage.call('GET', `/api/policy/${policyId}`, 200, ({ body }) => `${body.policyReference} is ${body.status}, ${body.termStart} to ${body.termEnd}`);
  await stage.call('PATCH', `/api/contract/${made.body.id}/status`, 200, ({ body }) => `contract is ${body.status}`, { status: 'ACTIVE' });
  await stage.call('PATCH', `/api/policy/${policyId}/status`, 200, ({ body }) => `policy is ${body.status}`, { status: 'ACTIVE' });
  return policyId;
};

const coverProperties = async (stage: Stage, tell: Narrator, policyId: string): Promise<void> => {
  const { organizationId } = stage;
  tell.chapter('2. Another system elects cover for two properties, over NATS');
  const elections = properties.map(({ propertyId, propertyName, state, rate }) => ({
    electionId: `${policyId}-${propertyId}`,
    scopeType: 'PROPERTY' as const,
    scopeId: propertyId,
    action: 'INCLUDE' as const,
    rateOverridePerNight: rate,
    property: { propertyId, propertyName, state, country: 'US' },
  }));
  await stage.publish(inboundEvents.coverageElectionChanged, { organizationId, policyId, elections }, `${elections.length} elections`);
  await stage.expectEvent(policyEvents.enrollmentChanged, (data) => data.policyId === policyId);
  const policy = await stage.call('GET', `/api/policy/${policyId}`, 200, ({ body }) => `${body.activeEnrollments.length} properties are covered`);
  stage.check('active enrollments', policy.body.activeEnrollments.length, properties.length);
  await stage.call('POST', `/api/policy/${policyId}/enroll`, 410, ({ body }) => body.message, [{}]);
};

const bill = async (stage: Stage, tell: Narrator, policyId: string): Promise<string> => {
  tell.chapter('3. The covered nights of this month become an invoice');
  const shown = ({ body }: { body: { invoiceReference: string; lineItems: unknown[]; total: number; currency: string } }): string =>
    `${body.invoiceReference}: ${body.lineItems.length} lines, ${body.total} ${body.currency}`;
  const path = `/api/invoice/generate/${policyId}`;
  const first = await stage.call('POST', path, 201, shown);
  const { id } = first.body;
  await stage.call('POST', path, 200, () => 'again: the same draft, no night billed twice');
  const adjustment = { description: 'Goodwill for the late start', amountPennies: -150, category: 'ADJUSTMENT' };
  await stage.call('POST', `/api/invoice/${id}/line-items`, 200, shown, adjustment);
  const mistake = await stage.call('POST', `/api/invoice/${id}/line-items`, 200, shown, { ...adjustment, description: 'A mistake' });
  const last = mistake.body.lineItems.length - 1;
  await stage.call('DELETE', `/api/invoice/${id}/line-items/${last}`, 200, shown);
  await stage.call('DELETE', `/api/invoice/${id}/line-items/0`, 409, ({ body }) => body.detail);
  return id;
};

const collect = async (stage: Stage, tell: Narrator, invoiceId: string): Promise<void> => {
  tell.chapter('4. Sent, paid, and split into reserves');
  await stage.call('POST', `/api/invoice/${invoiceId}/send`, 409, ({ body }) => body.detail);
  const move = (status: string) =>
    stage.call('PATCH', `/api/invoice/${invoiceId}/status`, 200, ({ body }) => `${body.invoiceReference} is ${body.status}`, { status });
  await move('SENT');
  await stage.expectEvent(billingEvents.invoiceSent, (data) => data.invoiceId === invoiceId);
  await move('PAID');
  const split = await stage.expectEvent(billingEvents.reserveSplit, (data) => data.invoiceId === invoiceId);
  const invoice = await stage.call('GET', `/api/invoice/${invoiceId}`, 200, ({ body }) => `reserve splits published at ${body.reserveSplitsPublishedAt}`);
  const orders = (invoice.body.lineItems as Line[]).filter(({ orderId }) => orderId !== null);
  const cents = orders.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
  stage.check('cents split = cents of the order lines', split.totalCents, cents);
};
