import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { parseSubject, subjectOf, type CloudEvent, type DataOf, type EventDefinition } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, httpClient, type Answer } from '@staycover/testing';
import type { Narrator } from './narrator.ts';

export type Stage = {
  organizationId: string;
  /** Calls the gateway and fails loudly on another status than the expected. */
  call(method: string, path: string, expected: number, note: (answer: Answer) => string, body?: unknown): Promise<Answer>;
  /** Publishes an event as another system would. */
  publish<E extends EventDefinition>(event: E, data: DataOf<E>, note: string): Promise<void>;
  /** Waits for an event that fits; fails loudly when it does not come. */
  expectEvent<E extends EventDefinition>(event: E, fits?: (data: DataOf<E>) => boolean): Promise<DataOf<E>>;
  /** Fails loudly unless the two are the same. */
  check(what: string, actual: unknown, expected: unknown): void;
  close(): Promise<void>;
};

const login = ({ NATS_USER: user, NATS_PASSWORD: pass }: NodeJS.ProcessEnv) => (user ? { user, pass, inboxPrefix: `_INBOX_${user}` } : {});

/** Sets up a story: a client of the gateway and an ear on every event of one organization. */
export const setStage = async (gatewayUrl: string, natsUrl: string, organizationId: string, tell: Narrator): Promise<Stage> => {
  const http = httpClient(gatewayUrl);
  const nats = await connect({ servers: natsUrl, ...login(process.env) });
  const seen: CloudEvent[] = [];
  nats.subscribe('insurance.>', {
    callback: (_error, message) => {
      const subject = parseSubject(message.subject);
      if (subject?.organizationId !== organizationId || subject.service === 'inbound') return;
      const event = message.json<CloudEvent>();
      seen.push(event);
      tell.event(message.subject, summary(event));
    },
  });
  await nats.flush();

  return {
    organizationId,
    async call(method, path, expected, note, body) {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
      const answer = await http.raw(method, path, text, headers);
      const ok = answer.status === expected;
      tell.request(method, path, answer.status, ok, ok ? note(answer) : JSON.stringify(answer.body));
      if (!ok) throw new Error(`${method} ${path} answered ${answer.status} instead of ${expected}.`);
      return answer;
    },
    async publish(event, data, note) {
      const subject = subjectOf(event, organizationId);
      tell.published(subject, note);
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
      tell.fact(`${what}: ${String(actual)}`);
    },
    close: () => nats.drain(),
  };
};

/** What of an event a person wants to see. */
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
