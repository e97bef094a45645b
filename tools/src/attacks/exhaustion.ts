import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sendUnread, trickle } from './raw-http.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const MEBIBYTE = 1024 ** 2;
const MAX_LAG_MS = 200;

const BODIED = (ids: Record<string, string>): [string, string][] => [
  ['POST', '/api/policy'],
  ['PUT', `/api/policy/${ids['policy']}`],
  ['PUT', `/api/contract/${ids['contract']}`],
  ['POST', `/api/invoice/${ids['invoice']}/line-items`],
  ['POST', '/api/ai/followup'],
  ['POST', '/api/reservation/lookup'],
  ['POST', '/api/webhook/crm/deal-closed'],
];

const nested = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);

/** What `fetch` throws when the connection ends before the answer. */
const cutOff = (error: unknown): 'cut off' => {
  if ((error as Error).name === 'TypeError') return 'cut off';
  throw error;
};

/** Bodies and headers that would take memory or time. */
export const exhaustion = async (target: Target): Promise<Trial[]> => [
  await bodies(target),
  await slowClients(target),
  await unread(target),
  await patterns(target),
  await flood(target),
];

const bodies = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', 'bodies: 10 MB, gzip bombs, deep or endless JSON, long headers');
  const { raw, ids } = target;
  const json = { 'content-type': 'application/json', ...target.as('acme') };
  const bomb = gzipSync(Buffer.alloc(64 * MEBIBYTE, ' '));
  const attempts: [string, string | Buffer, Record<string, string>, number[]][] = [
    ['10 MB', JSON.stringify({ name: 'x'.repeat(10 * MEBIBYTE) }), json, [413]],
    ['10 MB that are no JSON', 'x'.repeat(10 * MEBIBYTE), json, [413]],
    ['64 MiB as a small gzip', bomb, { ...json, 'content-encoding': 'gzip' }, [400, 401, 413, 415]],
    ['a gzip in a gzip', gzipSync(bomb), { ...json, 'content-encoding': 'gzip, gzip' }, [400, 401, 413, 415]],
    ['a broken gzip', Buffer.from('1f8b0800', 'hex'), { ...json, 'content-encoding': 'gzip' }, [400, 401, 415]],
    ['another encoding', 'x', { ...json, 'content-encoding': 'zstd' }, [400, 401, 415]],
    ['arrays 100,000 deep', nested('[', ']', 100_000), json, [400, 401]],
    ['objects 50,000 deep', nested('{"a":', '', 50_000), json, [400, 401]],
    ['a long number', `{"ratePerNight":${'9'.repeat(100_000)}}`, json, [200, 400, 401, 404]],
    [
      '100,000 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`m${i}`, 1]))),
      json,
      [200, 400, 401, 404],
    ],
    ['a long header', '{}', { ...json, 'x-long': 'x'.repeat(60_000) }, [431]],
    [
      '300 headers',
      '{}',
      { ...json, ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x-${i}`, '1'])) },
      [400, 431],
    ],
  ];
  for (const [method, path] of BODIED(ids)) {
    for (const [what, body, headers, expected] of attempts) {
      const answer = await raw(method, path, body, headers).then(({ status }) => status, cutOff);
      tried.note(`${what}: ${method} ${path}`, answer, answer === 'cut off' || expected.includes(answer));
    }
  }
  return tried;
};

const PATIENCE_MS = 25_000;
const SLOW = 100;

/** Many clients that never finish; meanwhile others are served. */
const slowClients = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', `${SLOW} clients that send a byte a second, in headers and in bodies`);
  const { gatewayUrl } = target.platform;
  const head = 'POST /api/policy HTTP/1.1\r\nhost: localhost\r\n';
  const body = `${head}content-type: application/json\r\nauthorization: ${target.as('acme')['authorization']}\r\ncontent-length: 1000\r\n\r\n{`;
  const slow = Array.from({ length: SLOW }, (_, i) =>
    trickle(gatewayUrl, i % 2 ? body : `${head}x-slow: `, 1_000, PATIENCE_MS),
  );
  const { status } = await target.call('acme', 'GET', `/api/policy/${target.ids['policy']}`);
  tried.note('a good client meanwhile', status, status === 200);
  for (const { ms, status: ended } of await Promise.all(slow)) {
    tried.note(
      'a slow client',
      ended === 0 ? 'cut off' : ended,
      ms < PATIENCE_MS - 1_000 && (ended === 0 || ended === 408),
    );
  }
  return tried;
};

const UNREAD = 400;
const MOST_GROWTH_MIB = 150;

/** Answers that would all wait in memory: the largest one, asked for many times at once, on connections that read nothing. */
const unread = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', `${UNREAD} large answers at once on a connection that reads none`);
  const { gatewayUrl, supervisor } = target.platform;
  const { pid } = supervisor.children.find(({ name }) => name === 'gateway')!;
  const good = async (): Promise<number> => (await target.call('acme', 'GET', '/openapi.json')).status;
  await good();
  const before = residentMiB(pid!);
  const client = sendUnread(gatewayUrl, 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(UNREAD));
  for (let i = 0; i < 20; i++) tried.note('a good client meanwhile', await good(), true);
  const grown = residentMiB(pid!) - before;
  tried.note(`the gateway grew by ${grown} MiB`, 'memory', grown < MOST_GROWTH_MIB);
  client.destroy();
  return tried;
};

const residentMiB = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

/** Inputs that make careless regular expressions run for ever; each must get a response at once. */
const patterns = async (target: Target): Promise<Trial> => {
  const tried = trial('24 exhaustion', 'texts for patterns that run for ever, in paths, filters and bodies');
  const texts = [
    'a'.repeat(30_000) + '!',
    '0'.repeat(30_000),
    '-'.repeat(30_000),
    ' '.repeat(30_000) + 'x',
    '@'.repeat(10_000),
    '2026-11-'.repeat(4_000),
    'a@'.repeat(15_000),
    '%'.repeat(30_000),
  ];
  const members = ['organizationId', 'name', 'currency', 'termStart', 'partnerPolicyId', 'planId'];
  const timed = async (what: string, work: () => Promise<{ status: number }>): Promise<void> => {
    const started = performance.now();
    const { status } = await work();
    const ms = performance.now() - started;
    tried.note(`${what} took ${Math.round(ms)} ms`, status, status < 500 && ms < 2_000);
  };
  for (const text of texts) {
    for (const member of members) {
      await timed(member, () => target.call('acme', 'POST', '/api/policy', { organizationId: 'acme', [member]: text }));
    }
    await timed('signatoryEmail', () =>
      target.call('acme', 'PUT', `/api/contract/${target.ids['contract']}`, {
        signatoryEmail: text,
        contractDocumentUrl: text,
      }),
    );
    await timed('description', () =>
      target.call('acme', 'POST', '/api/ai/followup', {
        claim: { damageDescription: text.slice(0, 4_000) },
        reservation: { reservationReferenceId: 'RES-88123' },
      }),
    );
    await timed('path', () => target.call('acme', 'GET', `/api/policy/${encodeURIComponent(text.slice(0, 5_000))}`));
    await timed('filter', () =>
      target.call('acme', 'GET', `/api/policy?organizationId=${encodeURIComponent(text.slice(0, 5_000))}`),
    );
  }
  return tried;
};

const QUERIES = 10_000;
const CONNECTIONS = 64;

/** A flood of requests, while another client checks that the gateway is alive. */
const flood = async (target: Target): Promise<Trial> => {
  const tried = trial(
    '24 exhaustion',
    `${QUERIES} queries on ${CONNECTIONS} connections, and how late a health check comes`,
  );
  let left = QUERIES;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await target.call(
        'acme',
        'GET',
        `/api/policy?organizationId=acme&limit=${1 + (left % 1_000)}`,
      );
      tried.note('query', status, status === 200 || status === 429 || status === 503);
    }
  };
  const flooding = Promise.all(Array.from({ length: CONNECTIONS }, worker));
  const lags = await eventLoopLags(target, () => left > 0);
  await flooding;
  tried.note(
    `event loop lag ${lags.toFixed(0)} ms`,
    lags < MAX_LAG_MS ? `lag < ${MAX_LAG_MS} ms` : `lag ${lags.toFixed(0)} ms`,
    lags < MAX_LAG_MS,
  );
  return tried;
};

/** The median time of a health check at the gateway, in ms: what its event loop is late by, and a round trip. */
const eventLoopLags = async ({ platform }: Target, goesOn: () => boolean): Promise<number> => {
  const times: number[] = [];
  while (goesOn()) {
    const started = performance.now();
    await (await fetch(`${platform.gatewayUrl}/healthz`)).arrayBuffer();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
};
