import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type StaycoverClient, staycoverClient } from '@staycover/client';
import { type CloudEvent, type DataOf, type EventDefinition, eventSubject, parseSubject } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { documentedFetch, eventually } from '@staycover/testing';
import type { Narrator } from './narrator.ts';

type Reply<Data, Refusal> = Promise<{ data?: Data; error?: Refusal; response: Response }>;

export type Stage = {
  organizationId: string;
  gatewayUrl: string;
  /** Calls the gateway. */
  api: StaycoverClient;
  /** Prints a call and its result; throws on an unexpected status. */
  accepted<Data>(expected: number, call: Reply<Data, unknown>, note: (data: Data) => string): Promise<Data>;
  /** The same for a call that must be rejected. */
  refused<Refusal>(
    expected: number,
    call: Reply<unknown, Refusal>,
    note: (refusal: Refusal) => string,
  ): Promise<Refusal>;
  /** Publishes an event as another system would. */
  publish<E extends EventDefinition>(event: E, data: DataOf<E>, note: string): Promise<void>;
  /** Waits for an event that fits; fails loudly when it does not come. */
  expectEvent<E extends EventDefinition>(event: E, fits?: (data: DataOf<E>) => boolean): Promise<DataOf<E>>;
  /** Fails loudly unless the two are the same. */
  check(what: string, actual: unknown, expected: unknown): void;
  close(): Promise<void>;
};

const login = ({ NATS_USER: user, NATS_PASSWORD: pass }: NodeJS.ProcessEnv) =>
  user ? { user, pass, inboxPrefix: `_INBOX_${user}` } : {};

/** Sets up a story: a client of the gateway, and a subscription to all events of one organization. */
export const setStage = async (
  gatewayUrl: string,
  natsUrl: string,
  organizationId: string,
  narrator: Narrator,
): Promise<Stage> => {
  const nats = await connect({ servers: natsUrl.split(','), ...login(process.env) });
  const seen = await listen(nats, organizationId, narrator);
  return {
    organizationId,
    gatewayUrl,
    ...narratingClient(gatewayUrl, narrator),
    async publish(event, data, note) {
      const subject = eventSubject(event, organizationId);
      narrator.published(subject, note);
      const envelope = { ...event.example, id: newId(), source: '/demo', data };
      await jetstream(nats).publish(subject, JSON.stringify(envelope));
    },
    async expectEvent<E extends EventDefinition>(event: E, fits: (data: DataOf<E>) => boolean = () => true) {
      const found = await eventually(`event ${event.type}`, () => {
        const match = (candidate: CloudEvent) => candidate.type === event.type && fits(candidate.data as DataOf<E>);
        return seen.find(match);
      });
      return found.data as DataOf<E>;
    },
    check(what, actual, expected) {
      if (actual !== expected) throw new Error(`${what}: expected ${String(expected)}, got ${String(actual)}.`);
      narrator.fact(`${what}: ${String(actual)}`);
    },
    close: () => nats.drain(),
  };
};

/** Prints and collects every event of an organization. */
const listen = async (
  nats: NatsConnection,
  organizationId: string,
  narrator: Narrator,
): Promise<readonly CloudEvent[]> => {
  const seen: CloudEvent[] = [];
  nats.subscribe('insurance.>', {
    callback: (_error, message) => {
      const subject = parseSubject(message.subject);
      if (subject?.organizationId !== organizationId || subject.service === 'inbound') return;
      const event = message.json<CloudEvent>();
      seen.push(event);
      narrator.event(message.subject, summary(event));
    },
  });
  await nats.flush();
  return seen;
};

const narratingClient = (gatewayUrl: string, narrator: Narrator): Pick<Stage, 'api' | 'accepted' | 'refused'> => {
  const methods = new WeakMap<Response, string>();
  const api = staycoverClient(gatewayUrl, { fetch: documentedFetch });
  api.use({ onResponse: ({ request, response }) => void methods.set(response, request.method) });

  /** `part` is the expected part of the response, if there is one. */
  const answer = <Part>(
    expected: number,
    response: Response,
    part: Part | undefined,
    other: unknown,
    note: (part: Part) => string,
  ): Part => {
    const [method, path] = [methods.get(response)!, new URL(response.url).pathname];
    const ok = response.status === expected && part !== undefined;
    narrator.request(method, path, response.status, ok, ok ? note(part) : JSON.stringify(part ?? other));
    if (!ok) throw new Error(`${method} ${path} answered ${response.status} instead of ${expected}.`);
    return part;
  };
  return {
    api,
    async accepted(expected, call, note) {
      const { data, error, response } = await call;
      return answer(expected, response, data, error, note);
    },
    async refused(expected, call, note) {
      const { data, error, response } = await call;
      return answer(expected, response, error, data, note);
    },
  };
};

/** A summary of an event for people. */
const summary = ({ data }: CloudEvent): string => {
  const { policy, invoice, contract, changes, totalCents, version } = data as Record<string, never> & {
    policy?: { policyReference: string; status: string };
    invoice?: { invoiceReference: string; status: string; total: number; currency: string };
    contract?: { contractReference: string; status: string };
    changes?: unknown[];
    totalCents?: number;
  };
  if (totalCents !== undefined) return `${totalCents} cents`;
  if (changes) return `${(changes as unknown[]).length} enrollments`;
  if (invoice) return `${invoice.invoiceReference} ${invoice.status} ${invoice.total} ${invoice.currency}`;
  if (policy) return `${policy.policyReference} ${policy.status}`;
  if (contract) return `${contract.contractReference} ${contract.status}`;
  return `version ${String(version)}`;
};
