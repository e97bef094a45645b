import { randomBytes } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type EventDefinition, eventSubject, inboundEvents } from '@staycover/events';
import { everyRole, newId } from '@staycover/kernel';
import { type Answer, type Client, eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { eventsUnderWay } from '../faults/oracle.ts';
import type { LocalAuth } from '../platform/local-auth.ts';
import { type Platform, quietly, startPlatform } from '../platform/platform.ts';
import { parseNatsSystems } from '../provisioning/nats-systems.ts';

/** `acme` may do all for its organization but what takes `ops`, `globex` that, too; `customer` and `reader` less, for acme. */
type Credential = 'acme' | 'globex' | 'ops' | 'customer' | 'reader' | 'broken' | 'anonymous';

/** The running platform as an attacker finds it, with an organization, acme, that has one of everything. */
export type Target = {
  platform: Platform;
  /** What acme has, by the name of the parameter that would take it. */
  ids: Record<string, string>;
  as(who: Credential): Record<string, string>;
  call(
    who: Credential,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Sends a body as it is. */
  raw: Client['raw'];
  /** Headers of a webhook as acme's CRM would sign it. */
  signed(body: string, id?: string, at?: Date): Record<string, string>;
  /** What the payment provider signs with. */
  paymentSecret: string;
  /** Publishes as another system; `subjectOrganization` may disagree with the data. */
  tell<E extends EventDefinition>(event: E, data: unknown, subjectOrganization?: string): Promise<string>;
  publisher: NatsConnection;
  sql<Row = Record<string, unknown>>(text: string, params?: unknown[]): Promise<Row[]>;
  quiet(): Promise<void>;
  stop(): Promise<void>;
};

/** Logins of other systems: one that may bring everything for two organizations, and narrower ones. */
const SYSTEMS = parseNatsSystems([
  { name: 'observer', organizations: '*', hears: '*' },
  {
    name: 'partner',
    organizations: ['acme', 'globex', 'greedy', 'large', 'portfolio'],
    publishes: Object.values(inboundEvents).map(({ name }) => name),
  },
  { name: 'acme-guest-portal', organizations: ['acme'], publishes: ['claim-submitted'] },
  { name: 'acme-pms', organizations: ['acme'], publishes: ['reservation-synced'], consumes: ['billing.invoice-sent'] },
]);

/** Requests exceed any usual rate, and budgets are small enough to be used up. */
const LIMITS = { LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '1000000', ORGANIZATION_MIB_PER_DAY: '16' };

export const startTarget = async (watching: Record<string, string> = {}): Promise<Target> => {
  const paymentSecret = `whsec_${randomBytes(24).toString('hex')}`;
  const env = { ...LIMITS, STRIPE_WEBHOOK_SECRETS: paymentSecret, ...watching };
  const options = { ...quietly, gatewayPort: 0, ephemeral: true };
  const platform = await startPlatform({ ...options, auth: true, env, systems: SYSTEMS });
  const auth = platform.auth!;
  const bearer = await tokensFrom(auth);
  const login = platform.natsLogin('partner');
  const publisher = await connect({ servers: platform.natsUrl, user: login.user!, pass: login.password! });
  const admin = new pg.Client({ connectionString: platform.databases['billing'] });
  await admin.connect();
  const streams = await openInbound(platform);
  const http = httpClient(platform.gatewayUrl);
  const sql: Target['sql'] = async (text, params = []) => (await admin.query(text, params)).rows;

  const target: Target = {
    platform,
    ids: {},
    publisher,
    sql,
    as: (who): Record<string, string> => (bearer[who] ? { authorization: `Bearer ${bearer[who]}` } : {}),
    call(who, method, path, body, headers = {}) {
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      return http.raw(method, path, body === undefined ? undefined : JSON.stringify(body), {
        ...json,
        ...target.as(who),
        ...headers,
      });
    },
    raw: http.raw,
    paymentSecret,
    signed: (body, id = newId(), at = new Date()) => signedHeaders(auth.webhookSecret!, body, id, at),
    async tell(event, data, subjectOrganization = (data as { organizationId: string }).organizationId) {
      const id = newId();
      const envelope = { ...event.example, id, source: 'https://pms.example', time: new Date().toISOString(), data };
      await jetstream(publisher).publish(eventSubject(event, subjectOrganization), JSON.stringify(envelope));
      return id;
    },
    async quiet() {
      const isQuiet = async () => (await streams.underWay()) === 0 && (await eventsUnderWay(sql)) === 0;
      await eventually('no event is in progress', isQuiet, 60_000);
    },
    async stop() {
      await streams.close();
      await publisher.close();
      await admin.end();
      await platform.stop();
    },
  };
  target.ids = await furnish(target).catch(async (error: unknown) => {
    await target.stop();
    throw error;
  });
  return target;
};

/** How many events of other systems wait or are being handled. */
const openInbound = async ({ natsUrl, natsLogin }: Platform) => {
  const { user, password } = natsLogin('admin');
  const connection = await connect({ servers: natsUrl, user: user!, pass: password! });
  const manager = await jetstreamManager(connection);
  return {
    async underWay(): Promise<number> {
      const infos = await manager.consumers.list('INBOUND').next();
      return infos.reduce((sum, { num_pending, num_ack_pending }) => sum + num_pending + num_ack_pending, 0);
    },
    close: () => connection.close(),
  };
};

const signedHeaders = (secret: string, body: string, id: string, at: Date): Record<string, string> => ({
  'content-type': 'application/json',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign(id, at, body),
});

const tokensFrom = async ({ issuer, tokens }: LocalAuth): Promise<Partial<Record<Credential, string>>> => {
  return {
    acme: await issuer.token({ sub: 'owner@acme', org: 'acme', roles: everyRole.filter((role) => role !== 'ops') }),
    globex: await issuer.token({ sub: 'owner@globex', org: 'globex', roles: [...everyRole] }),
    ops: tokens.ops,
    customer: tokens.acme,
    reader: await issuer.token({ sub: 'reader@acme', org: 'acme', roles: ['read'] }),
    broken: 'a.b.c',
  };
};

/** Gives acme a contract, a policy that is due for renewal, an invoice, a renewal and its run, a reservation and a claim. */
const furnish = async ({ call, raw, signed, tell, quiet }: Target): Promise<Record<string, string>> => {
  const own = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
    const answer = await call('acme', method, path, body);
    if (answer.status < 300) return answer.body;
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  };
  const deal = JSON.stringify({ crmDealId: 'D-1', organizationId: 'acme', baseRatePerNight: 4.25 });
  const { body: contract } = await raw('POST', '/api/webhook/crm/deal-closed', deal, signed(deal));
  const today = Temporal.Now.plainDateISO('UTC');
  const { id: policyId } = await own('POST', '/api/policy', {
    organizationId: 'acme',
    contractId: contract.id,
    ratePerNight: 4,
    termStart: today.subtract({ days: 30 }).toString(),
    termEnd: today.toString(),
    enrolledProperties: [{ propertyId: 'p-1', propertyName: 'Beach House', state: 'FL' }],
  });
  await own('PATCH', `/api/policy/${policyId}/status`, { status: 'ACTIVE' });
  const { id: invoiceId } = await own('POST', `/api/invoice/generate/${policyId}`);
  await own('POST', `/api/invoice/${invoiceId}/line-items`, {
    description: 'Fee',
    amountPennies: 100,
    category: 'SERVICE_FEE',
  });
  await quiet();
  const { jobId } = await own('POST', '/api/renewal/process', {});
  await quiet();
  const [renewal] = await own('GET', `/api/renewal/policy/${policyId}`);
  const claimId = newId();
  await tell(inboundEvents.reservationSynced, {
    ...(inboundEvents.reservationSynced.example.data as object),
    organizationId: 'acme',
  });
  await tell(inboundEvents.claimSubmitted, {
    ...(inboundEvents.claimSubmitted.example.data as object),
    organizationId: 'acme',
    claimId,
  });
  await eventually(
    'the claim is there',
    async () => (await call('acme', 'GET', `/api/claim/${claimId}`)).status === 200,
  );
  await quiet();
  return {
    contract: contract.id,
    policy: policyId,
    invoice: invoiceId,
    renewal: renewal.id,
    run: jobId,
    claim: claimId,
  };
};
