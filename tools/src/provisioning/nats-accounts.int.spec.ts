import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  type ConnectionOptions,
  connect,
  headers,
  type NatsConnection,
  PermissionViolationError,
} from '@nats-io/transport-node';
import { inboundEvents } from '@staycover/events';
import { findNats, natsSettings, type Server } from '@staycover/infra';
import { durableName, provisionStreams, RECEIVED, streamName } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import { consumers, durables, followers, manifests, publishers, type ServiceConsumer } from '../manifests.ts';
import { DOMAIN, natsLogins, publishable } from './nats-accounts.ts';
import { accountSettings } from './nats-settings.ts';
import { parseNatsSystems, systemConsumers } from './nats-systems.ts';
import { visitor } from './nats-visitor.ts';

const services = manifests.map(({ name }) => name);
const systems = parseNatsSystems([
  { name: 'observer', organizations: '*', hears: '*' },
  { name: 'acme-watch', organizations: ['acme'], hears: ['billing.invoice-paid'] },
  { name: 'acme-desk', organizations: ['acme'], publishes: ['claim-submitted', 'claim-updated'] },
  {
    name: 'acme-pms',
    organizations: ['acme'],
    publishes: ['reservation-synced'],
    consumes: ['billing.invoice-sent'],
  },
  { name: 'acme-portal', organizations: ['acme'], publishes: ['claim-submitted'] },
  { name: 'globex-portal', organizations: ['globex'], publishes: ['claim-submitted'] },
]);
const logins = natsLogins(services, durables, systems);
const everyone = [...logins.accounts, ...logins.listeners].map(({ name }) => name);

let server: Server;
let admin: NatsConnection;
let jsm: JetStreamManager;
const connections: NatsConnection[] = [];

const open = async (options: ConnectionOptions): Promise<NatsConnection> => {
  const connection = await connect({ servers: server.url, ...options });
  connections.push(connection);
  return connection;
};

const byUser = new Map<string, Promise<NatsConnection>>();
const as = (user: string): Promise<NatsConnection> => {
  if (!byUser.has(user)) byUser.set(user, open({ user, pass: user }));
  return byUser.get(user)!;
};

beforeAll(async () => {
  delete process.env['NATS_URL'];
  server = await findNats({
    dataDir: '.data/test',
    ephemeral: true,
    say: () => undefined,
    config: (input) => natsSettings(input, false) + accountSettings(logins, (user) => user, visitor(durables)),
  });
  admin = await as('admin');
  jsm = await jetstreamManager(admin);
  const otherConsumers = [...followers, ...systems.flatMap(systemConsumers)];
  await provisionStreams(admin, { publishers, consumers, otherConsumers, maxBytes: 8 * 1024 ** 2 });
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await server.stop();
});

const consumerName = ({ stream, durable }: ServiceConsumer) => `${stream}.${durable}`;

const publishes = (user: string) => publishers.includes(user);

/** Which of these subjects, published by a user, arrive in the account of the streams. */
const arriving = async (user: string, subjects: readonly string[]): Promise<string[]> => {
  const connection = await as(user);
  const mark = `${user} ${Math.random()}`;
  const arrived = new Set<string>();
  const listening = admin.subscribe('>', {
    callback: (_error, message) => void (message.string() === mark && arrived.add(message.subject)),
  });
  await admin.flush();
  for (const subject of subjects) connection.publish(subject, mark);
  // The server handles a connection's messages in order: what arrives has arrived when both have answered.
  await connection.flush();
  await admin.flush();
  listening.unsubscribe();
  return subjects.filter((subject) => arrived.has(subject));
};

/** Everything an attacker might publish: events, consumers, requests, replies, and the JetStream administration. */
const PUBLISHED = [
  ...Object.values(inboundEvents).flatMap(({ subjectPrefix }) => [`${subjectPrefix}.acme`, `${subjectPrefix}.globex`]),
  'insurance.inbound.claim-submitted',
  'insurance.inbound.claim-submitted.acme.more',
  'insurance.inbound.other.acme',
  ...publishers.slice(0, -1).map((publisher) => `insurance.${publisher}.invoice-sent.acme`),
  ...durables.map((consumer) => `$JS.ACK.${consumerName(consumer)}.1.2.3.4.5`),
  '$JS.ACK.BILLING.acme-pms-billing-invoice-sent-acme.1.2.3.4.5',
  '$JS.FC.x',
  '_INBOX.a.b',
  '_R_.a.b',
  'anything',
];

const mayPublish = (user: string): string[] => {
  const system = systems.find(({ name }) => name === user);
  const acks = durables
    .filter(({ service }) => service === user)
    .map((own) => `$JS.ACK.${consumerName(own)}.1.2.3.4.5`);
  if (!system) return [...(publishes(user) ? [`insurance.${user}.invoice-sent.acme`] : []), ...acks];
  return [
    ...system.publishes.map((name) => `insurance.inbound.${name}.${system.organizations[0]}`),
    ...(user === 'acme-pms' ? ['$JS.ACK.BILLING.acme-pms-billing-invoice-sent-acme.1.2.3.4.5'] : []),
  ];
};

describe('what an account publishes', () => {
  test.each(everyone)('of %s reaches the streams when it is its own, and nothing else does', async (user) => {
    expect((await arriving(user, PUBLISHED)).toSorted()).toEqual(mayPublish(user).toSorted());
  });

  test('needs the password of its user', async () => {
    await expect(connect({ servers: server.url, user: 'billing', pass: 'wrong' })).rejects.toThrow(/authorization/i);
  });
});

const API = [
  'INFO',
  'STREAM.LIST',
  'STREAM.NAMES',
  'ACCOUNT.PURGE.STAYCOVER',
  'META.LEADER.STEPDOWN',
  ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'].flatMap((action) =>
    publishers.map((publisher) => `STREAM.${action}.${streamName(publisher)}`),
  ),
  ...durables.flatMap((consumer) => [
    `CONSUMER.INFO.${consumerName(consumer)}`,
    `CONSUMER.DELETE.${consumerName(consumer)}`,
    `CONSUMER.CREATE.${consumerName(consumer)}`,
    `CONSUMER.CREATE.${consumerName(consumer)}.insurance.x`,
    `CONSUMER.DURABLE.CREATE.${consumerName(consumer)}`,
  ]),
  ...publishers.map((publisher) => `CONSUMER.CREATE.${streamName(publisher)}`),
].map((subject) => `$JS.API.${subject}`);

const mayAsk = (user: string): string[] => {
  const own = durables.filter(({ service }) => service === user);
  if (own.length === 0) return [];
  return [
    ...new Set(
      [...(publishes(user) ? [streamName(user)] : []), ...own.map(({ stream }) => stream)].map(
        (stream) => `$JS.${DOMAIN}.API.STREAM.INFO.${stream}`,
      ),
    ),
    ...own.map((consumer) => `$JS.${DOMAIN}.API.CONSUMER.INFO.${consumerName(consumer)}`),
  ];
};

const isAnswered = (connection: NatsConnection, subject: string): Promise<boolean> =>
  connection.request(subject, '', { timeout: 10_000 }).then(
    (message) => !message.json<{ error?: unknown }>().error,
    () => false,
  );

describe('JetStream answers', () => {
  test.each(everyone)('%s what its own consumers need, and nothing else', async (user) => {
    const connection = await as(user);
    const before = await readState();
    const answered = await Promise.all(
      API.flatMap((subject) => [subject, subject.replace('$JS.API', `$JS.${DOMAIN}.API`)]).map(
        async (subject): Promise<string[]> => ((await isAnswered(connection, subject)) ? [subject] : []),
      ),
    );
    expect(answered.flat().toSorted()).toEqual(mayAsk(user).toSorted());
    expect(await readState()).toBe(before);
  });
});

/** The state of all streams and consumers, to detect changes. */
const readState = async (): Promise<string> => {
  const seen: unknown[] = [];
  for await (const { config, state } of jsm.streams.list()) {
    seen.push(config.name, state.first_seq, state.deleted);
    for await (const { name, config: consumer } of jsm.consumers.list(config.name)) seen.push(name, consumer);
  }
  return JSON.stringify(seen);
};

describe('new policies', () => {
  test('are received by the contract service as they are published, and no other event is, by no other service', async () => {
    const heard: string[] = [];
    for (const listener of services.filter((name) => name !== 'policy')) {
      const connection = await as(listener);
      connection.subscribe('insurance.>', {
        callback: (_error, { subject }) => void heard.push(`${listener} ${subject}`),
      });
      await connection.flush();
    }
    const policy = await as('policy');
    for (const event of ['policy-changed', 'policy-created']) policy.publish(`insurance.policy.${event}.acme`, '{}');
    await policy.flush();
    for (const listener of services) await (await as(listener)).flush();
    expect(heard).toEqual(['contract insurance.policy.policy-created.acme']);
  });
});

const VICTIM = 'policy-renewal-renewal-requested';

/** Where an answer would do harm. */
const HARMFUL = [
  '$JS.API.STREAM.DELETE.CLAIMS',
  '$JS.API.ACCOUNT.PURGE.STAYCOVER',
  '$JS.API.STREAM.PURGE.BILLING',
  `$JS.API.CONSUMER.DELETE.RENEWAL.${VICTIM}`,
  `$JS.API.CONSUMER.MSG.NEXT.RENEWAL.${VICTIM}`,
  'insurance.billing.invoice-paid.globex',
  'insurance.inbound.claim-submitted.other',
  'rpc.policy.get',
];

const requestSubjects = (user: string): string[] => {
  const account = logins.accounts.find(({ name }) => name === user);
  const own = account ? publishable(account) : ['insurance.inbound.claim-submitted.acme'];
  return own.map((subject) => subject.replace('>', subject.startsWith('$JS.ACK') ? '1.1.1.1.0' : 'x.acme'));
};

describe('an answer to a request of', () => {
  test.each(everyone)('%s reaches nothing outside its account', async (user) => {
    const connection = await as(user);
    // Something to be delivered, since deliveries are answers, too.
    await jetstream(admin).publish('insurance.renewal.renewal-requested.acme', '{}');
    await jetstream(admin).publish('insurance.billing.invoice-sent.acme', '{}');
    const before = await readState();
    const misled: string[] = [];
    const mark = 'from outside';
    const listening = ['$JS.API.STREAM.>', '$JS.API.CONSUMER.DELETE.>', '$JS.API.CONSUMER.MSG.NEXT.>', 'rpc.>']
      .concat('insurance.billing.invoice-paid.globex', 'insurance.inbound.claim-submitted.other')
      .map((subject) =>
        admin.subscribe(subject, {
          callback: (_error, message) =>
            void (HARMFUL.includes(message.subject) && message.string() !== mark && misled.push(message.subject)),
        }),
      );
    await admin.flush();
    for (const reply of HARMFUL) {
      for (const subject of requestSubjects(user)) connection.publish(subject, mark, { reply });
    }
    await connection.flush();
    await admin.flush();
    await eventually('the server is done', async () => (await readState()) !== undefined);
    expect(misled).toEqual([]);
    expect(await readState()).toBe(before);
    for (const each of listening) each.unsubscribe();
  });
});

describe('another system', () => {
  const claim = 'insurance.inbound.claim-submitted.acme';

  test('publishes for its organization and gets an acknowledgement', async () => {
    expect(await jetstream(await as('acme-portal')).publish(claim, '{}')).toMatchObject({ stream: 'INBOUND' });
  });

  test.each([
    ['acme-portal', 'insurance.inbound.claim-updated.acme'],
    ['acme-portal', 'insurance.inbound.claim-submitted.globex'],
    ['globex-portal', claim],
    ['observer', claim],
    ['acme-pms', claim],
  ])('%s is denied %s, with an error', async (user, subject) => {
    await expect(jetstream(await as(user)).publish(subject, '{}')).rejects.toThrow(/permissions violation/i);
  });

  test('that only listens, receives its permitted events of its organization', async () => {
    const subscribe = async (user: string, filter: string) => {
      const subjects: string[] = [];
      const connection = await as(user);
      connection.subscribe(filter, { callback: (_error, { subject }) => void subjects.push(subject) });
      await connection.flush();
      return subjects;
    };
    const observed = await subscribe('observer', 'insurance.>');
    const watched = await subscribe('acme-watch', 'insurance.billing.invoice-paid.acme');
    const [sent, paid, foreign] = ['invoice-sent.acme', 'invoice-paid.acme', 'invoice-paid.globex'].map(
      (each) => `insurance.billing.${each}`,
    );
    const billing = jetstream(await as('billing'));
    for (const subject of [foreign, sent, paid]) await billing.publish(subject!, '{}');
    await eventually('all events arrived', () => observed.includes(paid!) && watched.length > 0);
    expect(observed).toEqual([foreign, sent, paid]);
    expect(watched).toEqual([paid]);
  });

  test.each([
    ['acme-watch', ['insurance.>', 'insurance.billing.invoice-paid.*', 'insurance.billing.invoice-sent.acme']],
    ['observer', ['>', '_INBOX.>', '_R_.>', 'rpc.>', '$JS.>', '$SYS.>']],
  ])('%s receives nothing else', async (user, subjects) => {
    const connection = await as(user);
    const refused = await refusals(connection, () =>
      subjects.forEach((subject) => connection.subscribe(subject, { callback: () => undefined })),
    );
    expect([...refused].toSorted()).toEqual(subjects.toSorted());
  });

  test('consumes its events with a durable consumer, of its organization only', async () => {
    const billing = jetstream(await as('billing'));
    await billing.publish('insurance.billing.invoice-sent.globex', 'foreign');
    const { seq } = await billing.publish('insurance.billing.invoice-sent.acme', 'own');
    const consumer = await jetstream(await as('acme-pms'), { domain: DOMAIN }).consumers.get(
      'BILLING',
      'acme-pms-billing-invoice-sent-acme',
    );
    const seen: string[] = [];
    for await (const message of await consumer.consume({ max_messages: 4, expires: 5_000 })) {
      seen.push(message.subject);
      expect(await message.ackAck()).toBe(true);
      if (message.seq === seq) break;
    }
    expect(new Set(seen)).toEqual(new Set(['insurance.billing.invoice-sent.acme']));
  });

  test.each([
    ['a message id of another organization suppresses', { 'Nats-Msg-Id': 'evt-1' }],
    ['an order to roll up purges', { 'Nats-Rollup': 'all' }],
  ])('%s nothing', async (_what, sent) => {
    const all = headers();
    for (const [name, value] of Object.entries(sent)) all.set(name, value);
    const { config } = await jsm.streams.info('INBOUND');
    const before = await jsm.streams.info(RECEIVED);
    await jetstream(await as('globex-portal'))
      .publish('insurance.inbound.claim-submitted.globex', '{}', { headers: all })
      .catch(() => undefined);
    await eventually('the smallest window is over', async () => {
      const { duplicate } = await jetstream(await as('acme-portal'))
        .publish(claim, '{}', { headers: all })
        .catch(() => ({ duplicate: false }));
      return !duplicate;
    });
    expect(config.duplicate_window).toBe(100_000_000);
    expect((await jsm.streams.info(RECEIVED)).state.first_seq).toBe(before.state.first_seq);
  });
});

describe('the streams', () => {
  test('cannot be purged, not even by the administrator, and no message can be deleted', async () => {
    for (const stream of [...publishers.map(streamName), RECEIVED]) {
      await expect(jsm.streams.purge(stream)).rejects.toThrow(/purge/i);
      await expect(jsm.streams.deleteMessage(stream, 1)).rejects.toThrow(/delete/i);
    }
  });

  test('that were made before are protected by the next provisioning', async () => {
    await jsm.streams.add({ name: 'EARLIER', subjects: ['insurance.earlier.>'], duplicate_window: 600_000_000_000 });
    await provisionStreams(admin, { publishers: ['earlier'], consumers: [], maxBytes: 1024 ** 2 });
    await expect(jsm.streams.purge('EARLIER')).rejects.toThrow(/purge/i);
    await provisionStreams(admin, { publishers: ['earlier'], consumers: [], maxBytes: 1024 ** 2 });
    await jsm.streams.delete('EARLIER');
  });
});

/** Does all, and returns what the server refused. */
const refusals = async (connection: NatsConnection, doAll: () => void): Promise<Set<string>> => {
  const refused = new Set<string>();
  const statuses = connection.status();
  void (async () => {
    for await (const status of statuses) {
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        refused.add(status.error.subject);
    }
  })();
  doAll();
  // The server answers in order: permission errors arrive before the flush returns.
  await connection.flush();
  await new Promise((resolve) => setImmediate(resolve));
  return refused;
};

describe('a connection without a name, on a developer’s machine', () => {
  const ours = consumers.find(({ event }) => event.service === 'inbound')!;
  const stream = streamName(ours.event.service);
  const durable = durableName(ours.service, ours.event);

  test('publishes events and receives those of others', async () => {
    const connection = await open({});
    const heard: string[] = [];
    connection.subscribe('insurance.>', { callback: (_error, { subject }) => void heard.push(subject) });
    await connection.flush();
    await jetstream(connection).publish('insurance.inbound.order-confirmed.acme', '{}');
    await connection.flush();
    expect(heard).toContain('insurance.inbound.order-confirmed.acme');
  });

  test('reads a stream from its beginning, with a consumer of its own', async () => {
    const connection = await open({});
    await jetstream(connection).publish('insurance.inbound.order-confirmed.acme', '{}');
    const consumer = await jetstream(connection).consumers.get(RECEIVED);
    expect((await consumer.next({ expires: 5_000 }))?.subject).toMatch(/^received\.inbound\./);
    const manager = await jetstreamManager(connection);
    await manager.consumers.add(RECEIVED, { durable_name: 'mine', ack_policy: 'explicit' });
    const durableOne = await jetstream(connection).consumers.get(RECEIVED, 'mine');
    const message = await durableOne.next({ expires: 5_000 });
    expect(await message!.ackAck()).toBe(true);
    expect(await manager.consumers.delete(RECEIVED, 'mine')).toBe(true);
  });

  test('takes nothing away from the services', async () => {
    const { consumers: own } = await jetstreamManager(await open({}));
    const filtered = {
      durable_name: 'mine',
      ack_policy: 'explicit',
      filter_subject: `${ours.event.subjectPrefix}.acme`,
    } as const;
    await expect(own.add(stream, filtered)).rejects.toThrow(/not unique/);
    await expect(own.add(stream, { durable_name: 'mine', ack_policy: 'explicit' })).rejects.toThrow(/multiple/);
  });

  test('may publish none of our events, and administer nothing', async () => {
    const connection = await open({});
    const forbidden = [...PUBLISHED, ...API, 'rpc.policy.get', '$SYS.REQ.SERVER.PING'].filter((subject) =>
      /^(insurance\.(?!inbound)|rpc|_INBOX|\$SYS|\$JS\.API\.(STREAM\.(?!INFO|MSG\.GET|LIST|NAMES)|ACCOUNT|META))/.test(
        subject,
      ),
    );
    const refused = await refusals(connection, () => forbidden.forEach((subject) => connection.publish(subject)));
    expect(forbidden.filter((subject) => !refused.has(subject))).toEqual([]);
  });

  test.each([
    ['ask for its messages', `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`, ''],
    ['acknowledge for it', `$JS.ACK.${stream}.${durable}.1.1.1.1.0`, '+ACK'],
    ['delete it', `$JS.API.CONSUMER.DELETE.${stream}.${durable}`, ''],
    ['change it', `$JS.API.CONSUMER.CREATE.${stream}.${durable}`, { name: durable, durable_name: durable }],
    [
      'change it and its filter',
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.insurance.inbound.x`,
      { name: durable, durable_name: durable },
    ],
    ['change it the old way', `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`, { durable_name: durable }],
    ['change it as an ephemeral one', `$JS.API.CONSUMER.CREATE.${stream}`, { durable_name: durable }],
    ['change it as an ephemeral one with a name', `$JS.API.CONSUMER.CREATE.${stream}`, { name: durable }],
    [
      'change it under the name of another',
      `$JS.API.CONSUMER.CREATE.${stream}.other`,
      { name: durable, durable_name: durable },
    ],
  ])('cannot %s, when a consumer is ours', async (_what, subject, body) => {
    const connection = await open({});
    const before = await jsm.consumers.info(stream, durable);
    const config = { ...before.config, filter_subject: undefined, description: 'taken over' };
    const text =
      typeof body === 'string'
        ? body
        : JSON.stringify({ stream_name: stream, config: { ...config, durable_name: undefined, ...body } });
    connection.publish(subject, text, { reply: '_INBOX.unknown' });
    await connection.flush();
    const after = await jsm.consumers.info(stream, durable);
    expect({ ...after, ts: '' }).toEqual({ ...before, ts: '' });
  });
});
