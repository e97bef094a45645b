import { connect } from '@nats-io/transport-node';
import type { Resource } from '@staycover/client';
import {
  billingEvents,
  type CloudEvent,
  type DataOf,
  type EventDefinition,
  eventSubject,
  policyEvents,
} from '@staycover/events';
import { allPages, httpClient } from '@staycover/testing';
import pg from 'pg';
import type { Reading } from '../audit/audit-account.ts';
import type { Databases } from '../provisioning/databases.ts';
import type { AtStripe } from './year-stripe.ts';

/** Policies by id, with the number of the customer. */
export type Customers = Map<string, number>;

type Policy = { id: string; status: string; renewalCount: number };
export type Invoice = Resource<'Invoice'>;

/** What a year is watched from: the interface, the events, and the books of the claims service. */
export type YearStage = {
  organizationId: string;
  /** Calls the gateway; throws on another status than the expected. */
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, expected: number, body?: unknown): Promise<any>;
  today(): Promise<Temporal.PlainDate>;
  /** Lets days pass until a date has come. */
  playUntil(date: Temporal.PlainDate): Promise<void>;
  /** Undefined on a platform that we did not start. */
  stripe: AtStripe | undefined;
  /** Reads over HTTP. */
  reading: Reading;
  policies(): Promise<Policy[]>;
  invoices(): Promise<Invoice[]>;
  claims(): Promise<Resource<'Claim'>[]>;
  /** The events so far: renewed terms, and cents split and reversed. */
  heard(): Promise<{ renewed: number; split: number; reversed: number }>;
  /** Cents by account. */
  ledger(): Promise<Record<string, number>>;
  close(): Promise<void>;
};

const MOST_REFUSED = 5;

export const isSandbox = async (gatewayUrl: string): Promise<boolean> =>
  (await fetch(`${gatewayUrl}/sandbox/clock`)).ok;

export type YearAddresses = {
  gatewayUrl: string;
  natsUrl: string;
  databases: Databases;
  stripe?: AtStripe | undefined;
};

export const setYearStage = async (
  { gatewayUrl, natsUrl, databases, stripe }: YearAddresses,
  organizationId: string,
): Promise<YearStage> => {
  const http = httpClient(gatewayUrl, { documented: false });
  const books = new pg.Client({ connectionString: databases['claims'] });
  await books.connect();
  const ear = await listen(natsUrl, organizationId);

  const call: YearStage['call'] = async (method, path, expected, body) => {
    const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const send = () => http.raw(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
    let answer = await send();
    // 503 means refused: on a busy machine the same call is sent again.
    for (let again = 0; answer.status === 503 && again < MOST_REFUSED; again++) {
      await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after') ?? 1) * 1_000));
      answer = await send();
    }
    if (answer.status === expected) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}, not ${expected}: ${JSON.stringify(answer.body)}`);
  };
  const list = <T>(path: string): Promise<T[]> => allPages<T>(http, path);
  const today = async () =>
    Temporal.Instant.from((await call('GET', '/sandbox/clock', 200)).now)
      .toZonedDateTimeISO('UTC')
      .toPlainDate();

  return {
    organizationId,
    stripe,
    call,
    today,
    async playUntil(date) {
      const { days } = (await today()).until(date);
      if (days > 0) await call('POST', '/sandbox/clock', 200, { advanceDays: days });
    },
    reading: { get: (path) => call('GET', path, 200), list },
    policies: () => list(`/api/policy?organizationId=${organizationId}`),
    invoices: () => list(`/api/invoice?organizationId=${organizationId}&limit=500`),
    claims: () => list(`/api/claim?organizationId=${organizationId}&limit=500`),
    heard: ear.heard,
    async ledger() {
      const sql =
        'select account, sum(balance)::text as cents from claims.ledger_balance where organization_id = $1 group by account';
      const { rows } = await books.query<{ account: string; cents: string }>(sql, [organizationId]);
      return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
    },
    async close() {
      await ear.close();
      await books.end();
    },
  };
};

/** Counts what other systems hear of an organization. */
const listen = async (natsUrl: string, organizationId: string) => {
  const nats = await connect({ servers: natsUrl.split(',') });
  const heard = { renewed: 0, split: 0, reversed: 0 };
  const on = <E extends EventDefinition>(event: E, count: (data: DataOf<E>) => void) =>
    nats.subscribe(eventSubject(event, organizationId), {
      callback: (_error, message) => count(message.json<CloudEvent>().data as DataOf<E>),
    });
  on(policyEvents.termRenewed, () => void (heard.renewed += 1));
  on(billingEvents.reserveSplit, ({ totalCents }) => void (heard.split += totalCents));
  on(billingEvents.reserveSplitReversed, ({ totalCents }) => void (heard.reversed += totalCents));
  await nats.flush();
  return {
    async heard() {
      await nats.flush();
      return { ...heard };
    },
    close: () => nats.close(),
  };
};
