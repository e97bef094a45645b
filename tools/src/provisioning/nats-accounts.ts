import { listeners as coreListeners, inboundEvents, publishers, rpcs } from '@staycover/events';
import { streamName, wakeSubject } from '@staycover/messaging';
import type { ServiceConsumer } from '../manifests.ts';
import { isListener, type NatsSystem, organizationTokens, systemConsumers } from './nats-systems.ts';

/**
 * A subject of another account that an account may publish to, as `to`; only it receives the responses. As a `stream`, the
 * account may subscribe to it but not publish.
 */
export type NatsImport = { account: string; subject: string; to?: string; stream?: boolean };

/** An export of an account; `responses`: a request may have several responses, `stream`: subscribe only. */
export type NatsExport = {
  subject: string;
  accounts?: readonly string[];
  responses?: boolean;
  stream?: boolean;
};

/** An account with its one user, of the same name. What it imports is all that it reaches outside itself. */
export type NatsAccount = {
  name: string;
  imports: readonly NatsImport[];
  exports: readonly NatsExport[];
  /** Subjects that its replicas use among themselves, within the account. */
  within?: readonly string[];
};

/** The account that holds the streams, and its user. */
const STREAMS = 'STAYCOVER';
export const ADMIN = 'admin';

/** The JetStream domain by which other accounts reach the streams: under `$JS.API` the server answers for their own. */
export const DOMAIN = 'staycover';

const service = (subject: string, account = STREAMS): NatsImport => ({ account, subject });

const api = (subject: string): NatsImport => ({
  ...service(`$JS.API.${subject}`),
  to: `$JS.${DOMAIN}.API.${subject}`,
});

const consumerImports = (consumer: string): NatsImport[] => [
  api(`CONSUMER.INFO.${consumer}`),
  api(`CONSUMER.MSG.NEXT.${consumer}`),
  service(`$JS.ACK.${consumer}.>`),
];

/** The exports of the account of the streams, and the RPC that its administrator may send. */
export const streamsAccount: NatsAccount = {
  name: STREAMS,
  imports: rpcs.map((rpc) => service(rpc.subject, rpc.service)),
  exports: [
    { subject: 'insurance.>' },
    { subject: '$JS.API.STREAM.INFO.*' },
    { subject: '$JS.API.STREAM.MSG.GET.*' },
    { subject: '$JS.API.CONSUMER.INFO.*.*' },
    { subject: '$JS.API.CONSUMER.MSG.NEXT.*.*', responses: true },
    { subject: '$JS.ACK.>' },
  ],
};

/** The account of a service: it publishes its own events, uses its own consumers, and sends its permitted requests. */
const serviceAccount = (name: string, consumers: readonly ServiceConsumer[]): NatsAccount => {
  const own = consumers.filter((consumer) => consumer.service === name);
  const published = publishers.filter((publisher) => publisher === name);
  const streams = new Set([...published.map(streamName), ...own.map(({ stream }) => stream)]);
  return {
    name,
    within: published.map(wakeSubject),
    imports: [
      ...published.map((publisher) => service(`insurance.${publisher}.>`)),
      ...[...streams].map((stream) => api(`STREAM.INFO.${stream}`)),
      ...published.map((publisher) => api(`STREAM.MSG.GET.${streamName(publisher)}`)),
      ...own.flatMap(({ stream, durable }) => consumerImports(`${stream}.${durable}`)),
      ...rpcs
        .filter(({ callers }) => callers.some((caller) => caller === name))
        .map((rpc) => service(rpc.subject, rpc.service)),
      ...coreListeners
        .filter((each) => each.service === name)
        .map(({ event }) => ({ ...service(`${event.subjectPrefix}.*`, event.service), stream: true })),
    ],
    exports: [
      ...rpcs
        .filter((rpc) => rpc.service === name)
        .map(({ subject, callers }) => ({ subject, accounts: [STREAMS, ...callers] })),
      ...coreListeners
        .filter(({ event }) => event.service === name)
        .map((each) => ({ subject: `${each.event.subjectPrefix}.*`, accounts: [each.service], stream: true })),
    ],
  };
};

/** The account of another system: it publishes and consumes the declared events, for its own organizations. */
const systemAccount = (system: NatsSystem): NatsAccount => {
  const organizations = organizationTokens(system);
  const brought = Object.values(inboundEvents).filter(({ name }) => system.publishes.includes(name));
  return {
    name: system.name,
    imports: [
      ...brought.flatMap(({ subjectPrefix }) => organizations.map((each) => service(`${subjectPrefix}.${each}`))),
      ...systemConsumers(system).flatMap(({ stream, durable }) => consumerImports(`${stream}.${durable}`)),
    ],
    exports: [],
  };
};

/** A user of the account of the streams that hears events there and publishes nothing. */
export type NatsListener = { name: string; subscribe: readonly string[] };

/**
 * A system that only listens. It is in the account of the streams, because a server does not forward imported subjects to
 * a third account; without publishing it cannot misdirect responses.
 */
const listener = (system: NatsSystem): NatsListener => {
  const { name, hears, organizations } = system;
  const kinds = hears === '*' ? ['*.*'] : hears;
  const subscribe = kinds.flatMap((kind) => organizationTokens(system).map((each) => `insurance.${kind}.${each}`));
  return { name, subscribe: hears === '*' && organizations === '*' ? ['insurance.>'] : subscribe };
};

/** The subjects that the user of an account may publish: imports, and responses. */
export const publishable = ({ imports, exports, within = [] }: NatsAccount): string[] => [
  ...within,
  ...imports.filter(({ stream }) => !stream).map(({ subject, to }) => to ?? subject),
  ...(exports.some(({ stream }) => !stream) ? ['_R_.>'] : []),
];

/** Every login besides the administrator: accounts, and listeners. */
export type NatsLogins = { accounts: readonly NatsAccount[]; listeners: readonly NatsListener[] };

/** The logins of our services and of other systems. */
export const natsLogins = (
  services: readonly string[],
  consumers: readonly ServiceConsumer[],
  systems: readonly NatsSystem[],
): NatsLogins => ({
  accounts: [
    ...services.map((name) => serviceAccount(name, consumers)),
    ...systems.filter((system) => !isListener(system)).map(systemAccount),
  ],
  listeners: systems.filter(isListener).map(listener),
});

/** The names of all users. */
export const userNames = ({ accounts, listeners }: NatsLogins): string[] => [
  ADMIN,
  ...[...accounts, ...listeners].map(({ name }) => name),
];
