import { jetstream } from '@nats-io/jetstream';
import { eventSubject, inboundEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { sendRaw } from './raw-http.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const MOST_FAULTS = 100;
const MOST_LINES = 200;
const LETTER = 'select octet_length(payload) as bytes from claims.dead_letter where event_key like $1';

/** Bounded output: faults, names in headers, stored lines and responses, and the traces of an invalid event. */
export const excess = async (target: Target): Promise<Trial[]> => [
  await faults(target),
  await badEvents(target),
  await ignoredNames(target),
  await manualLines(target),
  await ambiguous(target),
  await encodings(target),
  await traces(target),
];

const BAD_BODIES = (ids: Target['ids']): [string, string, (count: number) => object][] => [
  ['PUT', `/api/policy/${ids['policy']}`, (count) => ({ coverageElections: Array(count).fill(0) })],
  [
    'PUT',
    `/api/policy/${ids['policy']}`,
    (count) => ({ coverageElections: Array.from({ length: Math.min(count, 500) }, () => ({})) }),
  ],
  [
    'PUT',
    `/api/policy/${ids['policy']}`,
    (count) => ({ additionalInsureds: Array.from({ length: count }, () => ({ name: [] })) }),
  ],
  ['POST', '/api/policy', (count) => ({ organizationId: 'acme', enrolledProperties: Array(count).fill(0) })],
  ['POST', '/api/ai/followup', (count) => ({ claim: { claimUrls: Array(count).fill(0) } })],
];

const faults = async (target: Target): Promise<Trial> => {
  const tried = trial('26 excess', 'bodies with thousands of faults');
  for (const [method, path, makeBody] of BAD_BODIES(target.ids)) {
    for (const count of [500, 2_500, 5_000, 19_000, 100_000]) {
      const input = `${count} faults: ${method} ${path}`;
      const { status, body } = await target.call('acme', method, path, makeBody(count));
      tried.note(input, status, [400, 413].includes(status) && (body.errors ?? []).length <= MOST_FAULTS + 1);
    }
  }
  return tried;
};

const badEvents = async (target: Target): Promise<Trial> => {
  const tried = trial('26 excess', 'events with thousands of faults, which must be given up at once');
  const example = inboundEvents.claimSubmitted.example.data as object;
  const bad: [string, object][] = [
    ...[100, 5_000, 19_000, 50_000].map((count): [string, object] => [
      `${count} addresses that are none`,
      { claimUrls: Array(count).fill(0) },
    ]),
    ['a long name', { ['k'.repeat(100_000)]: 1, claimUrls: [0] }],
    ['half a character', { '\ud800': '\ud800', claimUrls: [0] }],
    ['a length that is none', { damageDescription: { length: { toString: false } } }],
    ['what no row can hold', { damageDescription: '\u0000' }],
  ];
  for (const [what, changes] of bad) {
    const data = { ...example, ...changes, organizationId: 'acme', claimId: newId() };
    const id = await target.tell(inboundEvents.claimSubmitted, data);
    await eventually(`${what} is given up`, async () => (await target.sql(LETTER, [`%${id}`])).length > 0, 20_000);
    tried.note(what, 'given up', true);
  }
  await afterEmptyOnes(target, tried);
  await target.quiet();
  return tried;
};

const EMPTY = 20;

/** Between accounts, the server mistakes an empty message for the end of a response: later ones must arrive at once nevertheless. */
const afterEmptyOnes = async (target: Target, tried: Trial): Promise<void> => {
  const subject = eventSubject(inboundEvents.claimSubmitted, 'acme');
  for (let i = 0; i < EMPTY; i++) await jetstream(target.publisher).publish(subject, '');
  const data = { ...(inboundEvents.claimSubmitted.example.data as object), organizationId: 'acme', claimId: 0 };
  const id = await target.tell(inboundEvents.claimSubmitted, data);
  await eventually(
    'the next message is rejected',
    async () => (await target.sql(LETTER, [`%${id}`])).length > 0,
    20_000,
  );
  tried.note(`${EMPTY} empty ones and a bad one`, 'given up', true);
};

const NAMES = ['k'.repeat(17_000), '\ud800', '\udfff\ud800', '\r\nX-Evil: 1', 'é'.repeat(5_000), ',', '\u0000'];

/** Names that come back in `Ignored-Members`. */
const ignoredNames = async (target: Target): Promise<Trial> => {
  const tried = trial('26 excess', 'unknown members with names that no header can carry');
  const bodyWith = (name: string, known: object): object => ({ ...known, [name]: 1 });
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`member-${i}`, 1]));
  for (const [i, name] of [...NAMES, many].entries()) {
    const more = (known: object): object => (typeof name === 'string' ? bodyWith(name, known) : { ...known, ...name });
    const input = typeof name === 'string' ? JSON.stringify(name) : '5,000 names';
    const found = await target.call(
      'anonymous',
      'POST',
      '/api/reservation/lookup',
      more({ reservationReferenceId: 'x' }),
    );
    tried.note(`lookup: ${input}`, found.status, [404, 429].includes(found.status));
    const put = await target.call('acme', 'PUT', `/api/policy/${target.ids['policy']}`, more({ name: `Name ${i}` }));
    const listed = put.headers.get('ignored-members') ?? '';
    tried.note(`PUT: ${input}`, put.status, put.status === 200 && listed !== '' && listed.length <= 2_048);
    const deal = JSON.stringify(more({ crmDealId: `ignored-${i}`, organizationId: 'acme', baseRatePerNight: 4.25 }));
    const made = await target.raw('POST', '/api/webhook/crm/deal-closed', deal, target.signed(deal));
    tried.note(`deal: ${input}`, made.status, made.status === 201);
  }
  const { status } = await target.call('globex', 'GET', '/api/claim?organizationId=globex');
  tried.note("another's claims", status, status === 200);
  return tried;
};

/** Requests with a key, each of which stores a response. */
const manualLines = async (target: Target): Promise<Trial> => {
  const tried = trial('26 excess', 'manual lines without end, each under a key of its own');
  const path = `/api/invoice/${target.ids['invoice']}/line-items`;
  const line = { description: 'x'.repeat(200), amountPennies: 1, category: 'SERVICE_FEE' };
  const bytes = async (): Promise<number> =>
    Number(
      (await target.sql('select coalesce(sum(octet_length(body)), 0) as bytes from billing.idempotency_key'))[0]![
        'bytes'
      ],
    );
  const before = await bytes();
  for (let i = 0; i < MOST_LINES + 50; i++) {
    const { status } = await target.call('acme', 'POST', path, line, { 'idempotency-key': `line-${i}` });
    tried.note('line', status, [201, 200, 409].includes(status));
  }
  const { body: invoice } = await target.call('acme', 'GET', `/api/invoice/${target.ids['invoice']}`);
  const lines = invoice.lineItems.length;
  tried.note('lines', `${lines} lines`, lines <= MOST_LINES + 100);
  const kept = (await bytes()) - before;
  tried.note('bytes kept', kept < 4_000_000 ? 'below 4 MB' : `${kept} bytes`, kept < 4_000_000);
  return tried;
};

const ambiguous = async ({ platform, as }: Target): Promise<Trial> => {
  const tried = trial('26 ambiguity', 'headers that are there twice');
  const bearer = as('acme')['authorization'];
  const twice: [string, string[]][] = [
    ['Host', ['Host: localhost', 'Host: evil.example', `Authorization: ${bearer}`]],
    ['Host, the same', ['Host: localhost', 'host: localhost', `Authorization: ${bearer}`]],
    ['Authorization', ['Host: localhost', `Authorization: ${bearer}`, 'Authorization: Bearer a.b.c']],
    ['Content-Type', ['Host: localhost', `Authorization: ${bearer}`, 'Content-Type: a/b', 'Content-Type: text/plain']],
    ['X-API-Key', ['Host: localhost', 'X-API-Key: a', 'X-API-Key: b']],
  ];
  for (const path of ['/api/policy?organizationId=acme', '/openapi.json', '/docs', '/healthz']) {
    for (const [name, lines] of twice) {
      const bytes = [`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n');
      const statuses = await sendRaw(platform.gatewayUrl, bytes, 5_000);
      tried.note(`${name}: ${path}`, statuses.join(' '), statuses.join() === '400');
    }
  }
  return tried;
};

const utf32 = (text: string): Buffer => Buffer.concat([...text].map((c) => Buffer.from([c.codePointAt(0)!, 0, 0, 0])));

const encodings = async (target: Target): Promise<Trial> => {
  const tried = trial('26 ambiguity', 'JSON in encodings that another reader may take for something else');
  const text = JSON.stringify({ name: 'Beach' });
  const as = target.as('acme');
  const path = `/api/policy/${target.ids['policy']}`;
  const sent: [string, Buffer, number][] = [
    ['utf-7', Buffer.from('+AHs-+ACI-name+ACI-:+ACI-x+ACI-+AH0-'), 415],
    ['utf-16', Buffer.from(text, 'utf16le'), 415],
    ['utf-16le', Buffer.from(text, 'utf16le'), 415],
    ['utf-32', utf32(text), 415],
    ['latin1', Buffer.from(text, 'latin1'), 415],
    ['utf-8', Buffer.from('{"name":"\xe9"}', 'latin1'), 400],
    ['utf-8', Buffer.from(text, 'utf16le'), 400],
  ];
  for (const [charset, body, expected] of sent) {
    const headers = { ...as, 'content-type': `application/json; charset=${charset}` };
    const { status } = await target.raw('PUT', path, body, headers);
    tried.note(charset, status, status === expected);
    const deal = await target.raw('POST', '/api/webhook/crm/deal-closed', body, {
      ...target.signed(body.toString('latin1')),
      'content-type': headers['content-type'],
    });
    tried.note(`deal in ${charset}`, deal.status, deal.status === 401 || deal.status === expected);
  }
  return tried;
};

/** A trace of the client is linked, and the audit trail has one of our own. */
const traces = async (target: Target): Promise<Trial> => {
  const tried = trial('26 ambiguity', 'traces of a client that should become ours');
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const path = `/api/policy/${target.ids['policy']}`;
  for (const flags of ['00', '01', 'ff']) {
    const traceparent = `00-${traceId}-00f067aa0ba902b7-${flags}`;
    const { status } = await target.call('acme', 'PUT', path, { name: `Traced ${flags}` }, { traceparent });
    tried.note(traceparent, status, status === 200);
  }
  const ours = await target.sql('select 1 from policy.audit where trace_id = $1', [traceId]);
  tried.note('changes in the trace of the client', ours.length, ours.length === 0);
  return tried;
};
