import { handles, type Subscription } from '@staycover/change';
import { inboundEvents } from '@staycover/events';
import { keepDeal } from '../db/received-deals.ts';
import { closeDeal } from '../domain/contract.ts';
import { readDeal } from '../use-cases/read-deal.ts';
import { storeDeal } from '../use-cases/store-deal.ts';

/** Everything that this service listens to. */
export const subscriptions: readonly Subscription[] = [
  handles(inboundEvents.dealClosed, async (tx, { data }, context) => {
    const receivedId = context.newId();
    const body = Buffer.from(JSON.stringify(data));
    const { number } = await keepDeal(tx, { id: receivedId, channel: 'nats', body });
    const deal = readDeal(data, context.cameAt);
    await storeDeal(tx, context, { receivedId, deal, decision: closeDeal(deal, number, context) });
  }),
];
