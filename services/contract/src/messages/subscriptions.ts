import { inboundEvents } from '@staycover/events';
import { systemActor } from '@staycover/kernel';
import { on, type Subscription } from '@staycover/messaging';
import { keepDeal, settleDeal } from '../db/received-deals.ts';
import { closeDeal } from '../use-cases/close-deal.ts';
import { readDeal } from '../use-cases/read-deal.ts';

/** Everything that this service listens to. */
export const subscriptions: readonly Subscription[] = [
  on(inboundEvents.dealClosed, async (tx, event, { now, newId, traceparent }) => {
    const receivedId = newId();
    await keepDeal(tx, {
      id: receivedId,
      channel: 'nats',
      body: Buffer.from(JSON.stringify(event.data)),
      receivedAt: now,
    });
    const deal = readDeal(event.data, now);
    const { organizationId, crmDealId } = deal;
    const actor = systemActor('inbound', organizationId);
    const { contract, created } = await closeDeal(tx, { deal, actor, now, newId, traceparent });
    const outcome = created ? 'created' : 'repeated';
    await settleDeal(tx, receivedId, { outcome, organizationId, crmDealId, contractId: contract.id });
  }),
];
