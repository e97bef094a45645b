import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  type ConnectionOptions,
  connect,
  type NatsConnection,
  PermissionViolationError,
} from '@nats-io/transport-node';
import { findNats, natsSettings, type Server } from '@staycover/infra';
import { durableName, provisionStreams, streamName } from '@staycover/messaging';
import { consumers, manifests, publishers } from '../manifests.ts';
import { natsAccounts, natsUsers, visitor } from './nats-users.ts';

const services = manifests.map(({ name }) => name);
const users = natsUsers(services, consumers);

let server: Server;
let admin: NatsConnection;
const connections: NatsConnection[] = [];

const open = async (options: ConnectionOptions): Promise<NatsConnection> => {
  const connection = await connect({ servers: server.url, ...options });
  connections.push(connection);
  return connection;
};

const as = (user: string): Promise<NatsConnection> => open({ user, pass: user, inboxPrefix: `_INBOX_${user}` });

beforeAll(async () => {
  delete process.env['NATS_URL'];
  server = await findNats({
    dataDir: '.data/test',
    ephemeral: true,
    say: () => undefined,
    config: (input) => natsSettings(input, false) + natsAccounts(users, (user) => user, visitor(consumers)),
  });
  admin = await as('admin');
  await provisionStreams(admin, { publishers, consumers, maxBytes: 8 * 1024 ** 2 });
});

afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await server.stop();
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
  // The server answers in order: what it refused it said before this comes back.
  await connection.flush();
  await new Promise((resolve) => setImmediate(resolve));
  return refused;
};

const namesOf = ({ service, event }: (typeof consumers)[number]) =>
  `${streamName(event.service)}.${durableName(service, event)}`;

const everyone = users.map(({ name }) => name);

/** What somebody might try to publish: events, consumers, requests, replies, and all that administers JetStream. */
const PUBLISHED = [
  'insurance.inbound.deal-closed.acme',
  'insurance.inbound.deal-closed.acme.more',
  ...publishers.map((publisher) => `insurance.${publisher}.invoice-sent.acme`),
  ...consumers.flatMap((consumer) => [
    `$JS.API.CONSUMER.INFO.${namesOf(consumer)}`,
    `$JS.API.CONSUMER.MSG.NEXT.${namesOf(consumer)}`,
    `$JS.ACK.${namesOf(consumer)}.1.2.3.4.5`,
    `$JS.API.CONSUMER.DELETE.${namesOf(consumer)}`,
    `$JS.API.CONSUMER.CREATE.${namesOf(consumer)}`,
    `$JS.API.CONSUMER.CREATE.${namesOf(consumer)}.insurance.x`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${namesOf(consumer)}`,
  ]),
  ...publishers
    .map(streamName)
    .flatMap((stream) => [
      ...[
        'CREATE',
        'UPDATE',
        'DELETE',
        'PURGE',
        'INFO',
        'MSG.GET',
        'MSG.DELETE',
        'SNAPSHOT',
        'RESTORE',
        'LEADER.STEPDOWN',
      ].map((action) => `$JS.API.STREAM.${action}.${stream}`),
      `$JS.API.CONSUMER.CREATE.${stream}`,
      `$JS.API.CONSUMER.LIST.${stream}`,
    ]),
  '$JS.API.INFO',
  '$JS.API.STREAM.LIST',
  '$JS.API.ACCOUNT.PURGE.STAYCOVER',
  '$JS.API.META.LEADER.STEPDOWN',
  '$SYS.REQ.SERVER.PING',
  'rpc.policy.get',
  'rpc.policy.other',
  ...everyone.map((user) => `_INBOX_${user}.a.b`),
  '_INBOX.a.b',
  'anything',
];

const SUBSCRIBED = [
  '>',
  'insurance.>',
  ...publishers.map((publisher) => `insurance.${publisher}.>`),
  ...everyone.map((user) => `_INBOX_${user}.>`),
  '_INBOX.>',
  'rpc.>',
  'rpc.policy.get',
  '$SRV.PING',
  '$JS.API.>',
  '$JS.ACK.>',
  '$SYS.>',
];

const asksPolicy = ['contract', 'billing'];

const mayPublish = (user: string): string[] => {
  if (user === 'observer') return [];
  if (user === 'publisher') return ['insurance.inbound.deal-closed.acme'];
  return [
    `insurance.${user}.invoice-sent.acme`,
    ...new Set(
      [user, ...consumers.filter(({ service }) => service === user).map(({ event }) => event.service)].map(
        (publisher) => `$JS.API.STREAM.INFO.${streamName(publisher)}`,
      ),
    ),
    ...consumers
      .filter(({ service }) => service === user)
      .flatMap((consumer) => [
        `$JS.API.CONSUMER.INFO.${namesOf(consumer)}`,
        `$JS.API.CONSUMER.MSG.NEXT.${namesOf(consumer)}`,
        `$JS.ACK.${namesOf(consumer)}.1.2.3.4.5`,
      ]),
    ...(asksPolicy.includes(user) ? ['rpc.policy.get'] : []),
    ...(user === 'policy' ? asksPolicy.map((asker) => `_INBOX_${asker}.a.b`) : []),
    '_INBOX_admin.a.b',
  ];
};

const maySubscribe = (user: string): string[] => {
  const inbox = `_INBOX_${user}.>`;
  if (user === 'observer') return ['insurance.>', ...publishers.map((publisher) => `insurance.${publisher}.>`), inbox];
  if (user === 'publisher') return [inbox];
  return [inbox, '$SRV.PING', ...(user === 'policy' ? ['rpc.policy.get'] : [])];
};

describe('a user of the NATS server', () => {
  test.each(everyone.filter((name) => name !== 'admin'))(
    '%s may do what is on its list, and nothing else',
    async (user) => {
      const connection = await as(user);
      const publishing = await refusals(connection, () => PUBLISHED.forEach((subject) => connection.publish(subject)));
      expect(PUBLISHED.filter((subject) => !publishing.has(subject)).toSorted()).toEqual(mayPublish(user).toSorted());
      const listening = await refusals(connection, () =>
        SUBSCRIBED.forEach((subject) => connection.subscribe(subject, { callback: () => undefined })),
      );
      expect(SUBSCRIBED.filter((subject) => !listening.has(subject)).toSorted()).toEqual(maySubscribe(user).toSorted());
    },
  );

  test('needs its password', async () => {
    await expect(connect({ servers: server.url, user: 'billing', pass: 'wrong' })).rejects.toThrow(/authorization/i);
  });
});

describe('a connection without a name, on a developer’s machine', () => {
  const ours = consumers.find(({ event }) => event.service === 'inbound')!;
  const stream = streamName(ours.event.service);
  const durable = durableName(ours.service, ours.event);

  test('brings events and hears those of others', async () => {
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
    const consumer = await jetstream(connection).consumers.get(stream);
    expect((await consumer.next({ expires: 5_000 }))?.subject).toMatch(/^insurance\.inbound\./);
    const jsm = await jetstreamManager(connection);
    await jsm.consumers.add(stream, { durable_name: 'mine', ack_policy: 'explicit' });
    const durableOne = await jetstream(connection).consumers.get(stream, 'mine');
    const message = await durableOne.next({ expires: 5_000 });
    expect(await message!.ackAck()).toBe(true);
    expect(await jsm.consumers.delete(stream, 'mine')).toBe(true);
  });

  test('may publish none of our events, and administer nothing', async () => {
    const connection = await open({});
    const forbidden = PUBLISHED.filter((subject) =>
      /^(insurance\.(?!inbound)|rpc|_INBOX|\$SYS|\$JS\.API\.(STREAM\.(?!INFO|MSG\.GET|LIST)|ACCOUNT|META))/.test(
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
    const before = await (await jetstreamManager(admin)).consumers.info(stream, durable);
    const config = { ...before.config, filter_subject: undefined, description: 'taken over' };
    const text =
      typeof body === 'string'
        ? body
        : JSON.stringify({ stream_name: stream, config: { ...config, durable_name: undefined, ...body } });
    connection.publish(subject, text, { reply: '_INBOX.nobody' });
    await connection.flush();
    const after = await (await jetstreamManager(admin)).consumers.info(stream, durable);
    expect({ ...after, ts: '' }).toEqual({ ...before, ts: '' });
  });
});
