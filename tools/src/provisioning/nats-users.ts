import { type EventDefinition, inboundEvents, rpcs } from '@staycover/events';
import { durableName, streamName } from '@staycover/messaging';

/** A NATS user and the subjects that are open to it; nothing else is. */
export type NatsUser = {
  name: string;
  publish: { allow: readonly string[]; deny?: readonly string[] };
  subscribe: readonly string[];
};

type Consumers = readonly { service: string; event: EventDefinition }[];

const ADMIN = 'admin';

/** What other systems may publish: of each event they know, for one organization. */
const INBOUND = Object.values(inboundEvents).map(({ subjectPrefix }) => `${subjectPrefix}.*`);

/**
 * Everybody who connects: `admin` provisions and operates, each service reaches what is its own, `observer` hears every
 * event, `publisher` brings events of other systems. Replies come to inboxes that nobody else can listen to.
 */
export const natsUsers = (services: readonly string[], consumers: Consumers): NatsUser[] => [
  { name: ADMIN, publish: { allow: ['>'] }, subscribe: ['>'] },
  ...services.map((service) => serviceUser(service, consumers)),
  { name: 'observer', publish: { allow: [] }, subscribe: ['insurance.>', '_INBOX_observer.>'] },
  { name: 'publisher', publish: { allow: INBOUND }, subscribe: ['_INBOX_publisher.>'] },
];

const serviceUser = (service: string, consumers: Consumers): NatsUser => {
  const durables = consumers
    .filter((consumer) => consumer.service === service)
    .map(({ event }) => tokensOf(service, event));
  const answered = rpcs.filter((rpc) => rpc.service === service);
  const asked = rpcs.filter(({ callers }) => callers.some((caller) => caller === service));
  const askers = [...new Set([...answered.flatMap(({ callers }) => callers), ADMIN])];
  return {
    name: service,
    publish: {
      allow: [
        `insurance.${service}.>`,
        ...[...new Set([service, ...publishersOf(service, consumers)])].map(
          (each) => `$JS.API.STREAM.INFO.${streamName(each)}`,
        ),
        ...durables.flatMap((consumer) => [
          `$JS.API.CONSUMER.INFO.${consumer}`,
          `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
          `$JS.ACK.${consumer}.>`,
        ]),
        ...asked.map(({ subject }) => subject),
        ...askers.map((asker) => `_INBOX_${asker}.>`),
      ],
    },
    subscribe: [`_INBOX_${service}.>`, ...answered.map(({ subject }) => subject), '$SRV.>'],
  };
};

const publishersOf = (service: string, consumers: Consumers): string[] =>
  consumers.filter((consumer) => consumer.service === service).map(({ event }) => event.service);

const tokensOf = (service: string, event: EventDefinition): string =>
  `${streamName(event.service)}.${durableName(service, event)}`;

/**
 * Who connects to a developer's server without a name: hears every event, publishes inbound ones, and reads the streams
 * through consumers of its own. Ours it can neither change nor drain. A consumer can deliver to any subject, so this user
 * is none for a server that others reach.
 */
export const visitor = (consumers: Consumers): NatsUser => {
  const ours = consumers.map(({ service, event }) => tokensOf(service, event));
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

/**
 * The accounts part of a server's configuration file. `passwordOf` gives a password as the file should have it: quoted,
 * or `$NAME` for one of the server's environment. `welcome` is the user of connections without a name.
 */
export const natsAccounts = (
  users: readonly NatsUser[],
  passwordOf: (user: string) => string,
  welcome?: NatsUser,
): string => {
  const blocks = [...users, ...(welcome ? [welcome] : [])].map((user) => userBlock(user, passwordOf(user.name)));
  return `accounts {
  STAYCOVER {
    jetstream: enabled
    users: [
${blocks.join('\n')}
    ]
  }
}
${welcome ? `no_auth_user: ${welcome.name}\n` : ''}`;
};

const userBlock = ({ name, publish, subscribe }: NatsUser, password: string): string => {
  const denied = publish.deny ? `, deny: ${listOf(publish.deny)}` : '';
  // An empty list of what is allowed allows everything; only a denial forbids it.
  const published =
    publish.allow.length > 0 ? `{ allow: ${listOf(publish.allow)}${denied} }` : `{ deny: ${listOf(['>'])} }`;
  return `      {
        user: ${name}
        password: ${password}
        permissions {
          publish: ${published}
          subscribe: { allow: ${listOf(subscribe)} }
        }
      }`;
};

const listOf = (subjects: readonly string[]): string =>
  `[\n${subjects.map((subject) => `            ${JSON.stringify(subject)}`).join('\n')}\n          ]`;
