import { inboundEvents } from '@staycover/events';
import type { ServiceConsumer } from '../manifests.ts';

/** The user of connections without a name: the subjects that are open to it; nothing else is. */
export type Visitor = {
  name: string;
  publish: { allow: readonly string[]; deny: readonly string[] };
  subscribe: readonly string[];
};

/** What every client may publish on a developer's machine: each inbound event, for one organization. */
const INBOUND = Object.values(inboundEvents).map(({ subjectPrefix }) => `${subjectPrefix}.*`);

/**
 * The permissions of nameless connections on a developer's server: receive every event, publish inbound ones, and read
 * the streams through their own consumers, without changing or draining ours. A consumer can deliver to any subject, so
 * never enable this user on a server that others can reach.
 */
export const visitor = (consumers: readonly ServiceConsumer[]): Visitor => {
  const ours = consumers.map(({ stream, durable }) => `${stream}.${durable}`);
  return {
    name: 'visitor',
    publish: {
      allow: [
        ...INBOUND,
        '$JS.API.INFO',
        '$JS.API.STREAM.NAMES',
        '$JS.API.STREAM.LIST',
        '$JS.API.STREAM.INFO.*',
        '$JS.API.STREAM.MSG.GET.*',
        '$JS.API.DIRECT.GET.>',
        '$JS.API.CONSUMER.NAMES.*',
        '$JS.API.CONSUMER.LIST.*',
        '$JS.API.CONSUMER.INFO.*.*',
        // Not the form without a consumer's name: server 2.9 lets its body name, and so change, one of ours.
        '$JS.API.CONSUMER.CREATE.*.*',
        '$JS.API.CONSUMER.CREATE.*.*.>',
        '$JS.API.CONSUMER.DURABLE.CREATE.*.*',
        '$JS.API.CONSUMER.DELETE.*.*',
        '$JS.API.CONSUMER.MSG.NEXT.*.*',
        '$JS.ACK.>',
        '$JS.FC.>',
      ],
      deny: ours.flatMap((consumer) => [
        `$JS.API.CONSUMER.CREATE.${consumer}`,
        `$JS.API.CONSUMER.CREATE.${consumer}.>`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${consumer}`,
        `$JS.API.CONSUMER.DELETE.${consumer}`,
        `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
        `$JS.ACK.${consumer}.>`,
      ]),
    },
    subscribe: ['insurance.>', '_INBOX.>'],
  };
};
