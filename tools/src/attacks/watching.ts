import { setTimeout as delay } from 'node:timers/promises';
import { inboundEvents } from '@staycover/events';
import { eventually } from '@staycover/testing';
import type { Scale } from '../faults/fault.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

/** A caller without access to acme looks for its data in events, and forges stream positions and filters. */
export const watching = async (target: Target, scale: Scale): Promise<Trial[]> => [
  await foreignLooks(target, scale(60, 10)),
  await forgedStreams(target),
  await foreignLetters(target),
];

const WILDCARDS = [
  '%',
  '_',
  '%%',
  '__',
  '*',
  '.*',
  '\\',
  '\\%',
  'a%',
  '%acme%',
  '_cme',
  'acme',
  "' or 1=1 --",
  '$1',
  '\u0000',
  '٪',
];
/** Texts of acme's that no answer for another organization may have. */
const isClean = (body: unknown): boolean => !/"acme"/.test(JSON.stringify(body) ?? '');

/** Searches, timelines, lists and trails with what acme has, and with what a database might take for a pattern. */
const foreignLooks = async ({ call, ids, sql }: Target, references: number): Promise<Trial> => {
  const tried = trial(
    '21 foreign ids',
    "searches, timelines, events and audit trails for another organization's, by wildcards, too",
  );
  const referred = await sql<{ text: string }>(
    `select reference as text from insight.subject where organization_id = 'acme'
     union select trace_id from insight.event where organization_id = 'acme' and trace_id is not null
     union select event_id::text from insight.event where organization_id = 'acme' limit $1`,
    [references],
  );
  const known = [...Object.values(ids), ...referred.map(({ text }) => text), 'acme'];
  const asked = [...known, ...known.map((text) => `${text.slice(0, 3)}%`), ...WILDCARDS].map(encodeURIComponent);
  const paths = asked.flatMap((text) => [
    `/api/search?q=${text}`,
    `/api/search?q=${text}&organizationId=acme`,
    `/api/organization?q=${text}`,
    `/api/timeline/${text}`,
    `/api/timeline/${text}?organizationId=acme`,
    `/api/events/${text}`,
    `/api/events?service=${text}`,
    ...['contract', 'policy', 'invoice', 'renewal', 'claim'].map((kind) => `/api/${kind}/${text}/audit`),
  ]);
  for (const path of [...paths, '/api/events?organizationId=acme', '/api/events?cursor=0', '/api/events?cursor=-1']) {
    const { status, body } = await call('globex', 'GET', path);
    tried.note(path, status, [200, 400, 404].includes(status) && (status !== 200 || isClean(body)));
  }
  return tried;
};

const FORGED = [
  '0',
  '1',
  '-1',
  '999999999999999',
  '99999999999999999999',
  'NaN',
  '1e3',
  '0x10',
  '1 or 1=1',
  '*',
  '٣',
  ' 1',
];

/** The content of a stream until a moment after its first event. */
const listen = async ({ platform, as }: Target, path: string, headers: Record<string, string>, ms: number) => {
  const over = new AbortController();
  const answer = await fetch(platform.gatewayUrl + path, {
    headers: { accept: 'text/event-stream', ...as('globex'), ...headers },
    signal: over.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) text += part;
  })().catch(() => undefined);
  await Promise.race([
    reading,
    eventually('its first event', () => /event: /.test(text), 10_000).catch(() => undefined),
  ]);
  if (answer.status === 200) await delay(ms);
  over.abort();
  await reading;
  return { status: answer.status, text };
};

const FILTERS = [
  '?organizationId=acme',
  '?organizationId=%61cme',
  '?organizationid=acme',
  '?organizationId=acme&organizationId=globex',
];
/** Fewer than a caller may have. */
const STREAMS_AT_ONCE = 4;

/** Forged positions, and filters for others, while events of acme are published. */
const forgedStreams = async (target: Target): Promise<Trial> => {
  const tried = trial(
    '21 foreign ids',
    'live streams from forged positions, and of another organization, while acme is busy',
  );
  let isBusy = true;
  const busy = (async () => {
    for (let i = 0; isBusy; i += 1) {
      await target.call('acme', 'PUT', `/api/policy/${target.ids['policy']}`, { name: `Busy ${i}` });
      await delay(50);
    }
  })();
  const fromPosition = async (id: string): Promise<void> => {
    const { status, text } = await listen(target, '/api/events', { 'last-event-id': encodeURIComponent(id) }, 700);
    tried.note(
      `Last-Event-ID ${id}`,
      status,
      status === 200 && /event: (ready|reset)/.test(text) && !/acme/.test(text),
    );
  };
  const withFilter = async (filter: string): Promise<void> => {
    const { status } = await listen(target, `/api/events${filter}`, {}, 700);
    tried.note(filter, status, status === 404 || status === 400);
  };
  for (let i = 0; i < FORGED.length; i += STREAMS_AT_ONCE)
    await Promise.all(FORGED.slice(i, i + STREAMS_AT_ONCE).map(fromPosition));
  await Promise.all(FILTERS.map(withFilter));
  isBusy = false;
  await busy;
  return tried;
};

/** Operators of one organization, and callers that are none, reach for the dead letters of another. */
const foreignLetters = async (target: Target): Promise<Trial> => {
  const tried = trial(
    '21 foreign ids',
    'dead letters and the standing of services, with the role ops for another organization',
  );
  const { tell, sql, call, platform } = target;
  const key = await tell(inboundEvents.claimUpdated, {
    organizationId: 'acme',
    claimId: target.ids['claim'],
    changedBy: 'anonymous',
    statusName: 'PAID',
  });
  const letter = await eventually(
    'a dead letter of acme',
    async () => {
      const found = await sql<{ id: string }>(
        `select id::text from claims.dead_letter where event_key like '%' || $1`,
        [key],
      );
      return found[0]?.id;
    },
    20_000,
  );
  const token = await platform.auth!.issuer.token({
    sub: 'ops@globex',
    org: 'globex',
    roles: ['ops', 'read', 'write'],
  });
  const authorization = `Bearer ${token}`;
  const one = `/api/ops/claims/dead-letters/${letter}`;
  const attempts: [string, string, number[], unknown?][] = [
    ['GET', one, [404]],
    ['POST', `${one}/replay`, [404]],
    ['POST', `${one}/discard`, [404], { reason: 'mine' }],
    ['GET', '/api/ops/claims/dead-letters?organizationId=acme', [404]],
    ['GET', '/api/ops/claims/standing', [403]],
    ['GET', '/api/ops/gateway/standing', [404]],
    ['GET', '/api/ops/..%2fclaims/standing', [400, 404]],
    ['GET', '/api/ops/claims%2f..%2fpolicy/standing', [400, 404]],
  ];
  for (const [method, path, expected, body] of attempts) {
    const { status } = await call('anonymous', method, path, body, { authorization });
    tried.note(`${method} ${path}`, status, expected.includes(status));
  }
  const { body } = await call('anonymous', 'GET', '/api/ops/claims/dead-letters?limit=1000', undefined, {
    authorization,
  });
  tried.note('all dead letters', 'none of acme', isClean(body));
  const [row] = await sql<{ resolution: string | null; attempts: number }>(
    'select resolution, attempts from claims.dead_letter where id = $1',
    [letter],
  );
  tried.note('the dead letter', 'as it was', row!.resolution === null && row!.attempts === 1);
  return tried;
};
