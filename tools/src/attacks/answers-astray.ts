import { type JetStreamManager, jetstream, jetstreamManager, RetentionPolicy } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { eventSubject, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { RECEIVED } from '@staycover/messaging';
import { publishers } from '../manifests.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

/** Subjects where an answer of the server would do harm. */
const HARMFUL = [
  ...publishers.flatMap((publisher) => [
    `$JS.API.STREAM.DELETE.${publisher.toUpperCase()}`,
    `$JS.API.STREAM.PURGE.${publisher.toUpperCase()}`,
    `insurance.${publisher}.invoice-paid.globex`,
  ]),
  '$JS.API.ACCOUNT.PURGE.STAYCOVER',
  '$JS.API.CONSUMER.DELETE.RENEWAL.policy-renewal-renewal-requested',
];

const REQUESTS: Record<string, readonly string[]> = {
  policy: [
    'insurance.policy.attack.acme',
    '$JS.staycover.API.STREAM.INFO.POLICY',
    '$JS.API.CONSUMER.MSG.NEXT.RENEWAL.policy-renewal-renewal-requested',
    '$JS.staycover.API.CONSUMER.MSG.NEXT.RENEWAL.policy-renewal-renewal-requested',
  ],
  'acme-guest-portal': ['insurance.inbound.claim-submitted.acme'],
  'acme-pms': [
    'insurance.inbound.reservation-synced.acme',
    '$JS.staycover.API.CONSUMER.INFO.BILLING.acme-pms-billing-invoice-sent-acme',
    '$JS.staycover.API.CONSUMER.MSG.NEXT.BILLING.acme-pms-billing-invoice-sent-acme',
  ],
  observer: ['insurance.inbound.claim-submitted.acme', '$JS.API.STREAM.INFO.POLICY'],
};

/** What logins of NATS try: answers that go where their user may not publish, and events that are not theirs to bring. */
export const answersAstray = async (target: Target): Promise<Trial[]> => {
  const open = (user: string): Promise<NatsConnection> => {
    const { user: name, password } = target.platform.natsLogin(user);
    return connect({ servers: target.platform.natsUrl, ...(name && { user: name, pass: password }) });
  };
  const admin = await open('admin');
  const manager = await jetstreamManager(admin);
  const trials = [await replies(open, admin, manager), await others(open, manager), await messageIds(open, manager)];
  await admin.close();
  return trials;
};

type Open = (user: string) => Promise<NatsConnection>;

const readState = async (manager: JetStreamManager): Promise<string> => {
  const seen: unknown[] = [];
  for await (const { config, created, state } of manager.streams.list()) {
    // What is handled leaves a work queue; its history is among the streams, too.
    const first = config.retention === RetentionPolicy.Workqueue ? created : state.first_seq;
    seen.push(config.name, first, state.consumer_count);
  }
  return JSON.stringify(seen);
};

/** An empty one would also end, for ten seconds, what another account gets of its stream: that is not tried here. */
const isEvent = (subject: string): boolean => subject.startsWith('insurance.');

const replies = async (open: Open, admin: NatsConnection, manager: JetStreamManager): Promise<Trial> => {
  const tried = trial('20 nats', 'answers that should delete, purge or publish for a login');
  const before = await readState(manager);
  const forged: string[] = [];
  admin.subscribe('insurance.*.invoice-paid.globex', { callback: (_error, { subject }) => void forged.push(subject) });
  for (const [user, requests] of Object.entries(REQUESTS)) {
    const connection = await open(user);
    for (const subject of requests) {
      for (const reply of HARMFUL.filter((each) => !each.startsWith(`insurance.${user}.`))) {
        connection.publish(subject, isEvent(subject) ? '{}' : '', { reply });
        connection.publish(reply, isEvent(reply) ? '{}' : '');
        await connection.flush();
        const held = (await readState(manager)) === before && forged.length === 0;
        tried.note(`${user}: ${subject} with reply ${reply}`, held ? 'nothing happened' : 'harm', held);
      }
    }
    await connection.close();
  }
  return tried;
};

const others = async (open: Open, manager: JetStreamManager): Promise<Trial> => {
  const tried = trial('20 nats', 'inbound events of another kind, or for another organization');
  const portal = await open('acme-guest-portal');
  const { state } = await manager.streams.info('INBOUND');
  for (const event of Object.values(inboundEvents)) {
    for (const organization of ['acme', 'globex', '*', '>']) {
      if (event === inboundEvents.claimSubmitted && organization === 'acme') continue;
      const subject = `${event.subjectPrefix}.${organization}`;
      const answer = await jetstream(portal)
        .publish(subject, JSON.stringify({ ...event.example, id: newId() }), { timeout: 1_000 })
        .then(
          () => 'taken',
          () => 'refused',
        );
      tried.note(subject, answer, answer === 'refused');
    }
  }
  const { state: after } = await manager.streams.info('INBOUND');
  tried.note('stored', after.last_seq - state.last_seq, after.last_seq === state.last_seq);
  await portal.close();
  return tried;
};

const messageIds = async (open: Open, manager: JetStreamManager): Promise<Trial> => {
  const tried = trial('20 nats', "headers that should suppress another's event or empty a stream");
  const partner = await open('partner');
  const publish = (organizationId: string, sent: [string, string]) => {
    const all = headers();
    all.set(...sent);
    const event = inboundEvents.orderCancelled;
    const data = { ...(event.example.data as object), organizationId };
    const envelope = { ...event.example, id: newId(), source: 'https://pms.example', data };
    const subject = eventSubject(event, organizationId);
    return jetstream(partner).publish(subject, JSON.stringify(envelope), { headers: all });
  };
  const before = (await manager.streams.info(RECEIVED)).state.messages;
  await publish('globex', ['Nats-Rollup', 'all']).catch(() => undefined);
  const after = (await manager.streams.info(RECEIVED)).state.messages;
  tried.note('Nats-Rollup', 'kept', after >= before);
  const window = (await manager.streams.info('INBOUND')).config.duplicate_window / 1_000_000;
  tried.note('Nats-Msg-Id', `${window} ms`, window <= 100);
  await partner.close();
  return tried;
};
