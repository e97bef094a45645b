import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventSubject, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { electionFor } from '../testing/election.ts';
import type { Life } from './accepted.ts';
import type { Commander } from './commander.ts';

const PROPERTIES = 4;
const RATES = [4.5, 4.75, 5.25];
const FEES = 2;

/** The start of a term that ends today: the next renewal run is to renew it. */
const startOfTerm = (): string => Temporal.Now.plainDateISO('UTC').add({ days: 1 }).subtract({ months: 1 }).toString();

/** One customer's commands in their order: a deal, cover for its properties, changes of rate, an invoice, fees, payment. */
export const live = async (
  commander: Commander,
  bus: Bus,
  organizationId: string,
  crmDealId: string,
): Promise<Life> => {
  const life: Life = { crmDealId, organizationId, elected: [], fees: [] };
  commander.lives.push(life);
  const { contractId, policyId } = await closeDeal(commander, organizationId, crmDealId);
  Object.assign(life, { contractId, policyId });
  await commander.send('activation', 'PATCH', `/api/policy/${policyId}/status`, { status: 'ACTIVE' });
  for (let i = 0; i < PROPERTIES; i++) {
    const propertyId = `${crmDealId}-${i}`;
    await commander.accept('election', () => bus.elect(organizationId, policyId, propertyId));
    life.elected.push(propertyId);
  }
  for (const ratePerNight of RATES) {
    delete life.rate;
    await commander.send('rate change', 'PUT', `/api/policy/${policyId}`, { ratePerNight });
    life.rate = ratePerNight;
  }
  await commander.wait(
    'the cover',
    `/api/policy/${policyId}`,
    ({ activeEnrollments }) => activeEnrollments?.length === PROPERTIES,
  );
  const { id: invoiceId } = await commander.send('invoice', 'POST', `/api/invoice/generate/${policyId}`);
  life.invoiceId = invoiceId;
  for (let i = 0; i < FEES; i++) {
    const description = `Fee ${i} of ${crmDealId}`;
    const fee = { description, amountPennies: 150, category: 'SERVICE_FEE' };
    await commander.send('fee', 'POST', `/api/invoice/${invoiceId}/line-items`, fee, { 'idempotency-key': newId() });
    life.fees.push(description);
  }
  await commander.send('sending', 'PATCH', `/api/invoice/${invoiceId}/status`, { status: 'SENT' });
  await commander.send('payment', 'PATCH', `/api/invoice/${invoiceId}/status`, { status: 'PAID' });
  life.paid = true;
  return life;
};

/** Closes a deal, and returns the id of its contract. */
export const sendDeal = async (commander: Commander, organizationId: string, crmDealId: string): Promise<string> => {
  const deal = {
    crmDealId,
    organizationId,
    effectiveDate: startOfTerm(),
    termMonths: 1,
    baseRatePerNight: 4.25,
    policy: { lossFundRatePerNight: 0.6 },
  };
  return (await commander.send('deal', 'POST', '/api/webhook/crm/deal-closed', deal)).id;
};

/** The same, and waits for the policy that follows from it. */
export const closeDeal = async (
  commander: Commander,
  organizationId: string,
  crmDealId: string,
): Promise<{ contractId: string; policyId: string }> => {
  const contractId = await sendDeal(commander, organizationId, crmDealId);
  const [policy] = await commander.wait(
    'the policy',
    `/api/policy?contractId=${contractId}`,
    (policies) => policies.length > 0,
  );
  return { contractId, policyId: policy.id };
};

/** The event of another system that elects cover for a property; its id is that of the property. */
export const electionEvent = (organizationId: string, policyId: string, propertyId: string): string =>
  JSON.stringify({
    ...inboundEvents.coverageElectionChanged.example,
    id: propertyId,
    source: 'https://pms.example',
    data: { organizationId, policyId, elections: [electionFor(propertyId)] },
  });

/** Another system on NATS, which publishes an event until JetStream has it. */
export type Bus = {
  elect(organizationId: string, policyId: string, propertyId: string): Promise<boolean>;
  close(): Promise<void>;
};

const PUBLISH_WITHIN_MS = 2_000;

export const openBus = async (natsUrl: string): Promise<Bus> => {
  const connection = await connect({ servers: natsUrl.split(','), maxReconnectAttempts: -1, reconnectTimeWait: 200 });
  const js: JetStreamClient = jetstream(connection, { timeout: PUBLISH_WITHIN_MS });
  return {
    elect(organizationId, policyId, propertyId) {
      const subject = eventSubject(inboundEvents.coverageElectionChanged, organizationId);
      return js.publish(subject, electionEvent(organizationId, policyId, propertyId)).then(
        () => true,
        () => false,
      );
    },
    close: () => connection.close(),
  };
};
