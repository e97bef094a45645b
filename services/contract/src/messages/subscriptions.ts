import { handles, type Subscription } from '@staycover/change';
import { inboundEvents } from '@staycover/events';
import { keepDeal } from '../db/received-deals.ts';
import { closeDeal } from '../domain/contract.ts';
import { parseDeal, toClosedDeal } from '../use-cases/parse-deal.ts';
import { withPointers } from '../use-cases/pointers.ts';
import { decideDeal, storeDeal } from '../use-cases/store-deal.ts';

const inData = <T>(read: () => T): T => withPointers((pointer) => `/data${pointer}`, read);

/** Everything that this service listens to. */
export const subscriptions: readonly Subscription[] = [
  handles(inboundEvents.dealClosed, async (tx, { data }, context) => {
    const receivedId = context.newId();
    const body = Buffer.from(JSON.stringify(data));
    const { number } = await keepDeal(tx, { id: receivedId, channel: 'nats', body });
    const deal = inData(() => parseDeal(data));
    const decide = () => inData(() => closeDeal(toClosedDeal(deal, context.cameAt, context.actor), number, context));
    await storeDeal(tx, context, { receivedId, deal, decision: await decideDeal(tx, deal, decide) });
  }),
];
