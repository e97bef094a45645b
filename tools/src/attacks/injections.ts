import { markupInNames } from './markup.ts';
import { sendRaw } from './raw-http.ts';
import { subjects } from './subjects.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const SQL = [
  "'",
  "' or '1'='1",
  "'; drop table policy.policy; --",
  '1; select pg_sleep(5)',
  "\\'; --",
  '$1',
  '${7*7}',
  '{{7*7}}',
  "a' union select null--",
  '"; --',
  '%27',
  'id desc',
  'id; desc',
  "{'$gt': ''}",
  '*',
  '../../etc/passwd',
  '\u202e',
  '\ud83d\ude00',
];

const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'isAdmin'];

/** What could be taken for code, for another request, or for part of a subject. */
export const injections = async (target: Target): Promise<Trial[]> => [
  await texts(target),
  await prototypes(target),
  await framing(target),
  await headersAndPaths(target),
  await subjects(target),
  await markupInNames(target),
];

const texts = async (target: Target): Promise<Trial> => {
  const tried = trial('25 injection', 'SQL, templates and operators in paths, filters and bodies');
  const { ids } = target;
  const note = (what: string, status: number): void => tried.note(what, status, status < 500);
  for (const text of SQL) {
    const encoded = encodeURIComponent(text);
    const paths = [
      `/api/policy/${encoded}`,
      `/api/policy?organizationId=${encoded}`,
      `/api/policy?organizationId=acme&status=${encoded}`,
      `/api/policy?organizationId=acme&cursor=${encoded}`,
      `/api/policy?organizationId=acme&limit=${encoded}`,
      `/api/policy?organizationId=acme&orderBy=${encoded}`,
      `/api/policy?organizationId[]=acme&organizationId[$ne]=${encoded}`,
      `/api/contract/organization/${encoded}`,
      `/api/invoice?organizationId=acme&cursor=${encoded}`,
      `/api/invoice/${encoded}/explain`,
      `/api/invoice/${encoded}/document`,
      `/api/claim?reservationReferenceId=${encoded}`,
      `/api/claim?organizationId=acme&cursor=${encoded}`,
      `/api/renewal/policy/${encoded}`,
      `/api/renewal/upcoming?days=${encoded}`,
      `/api/renewal/process/${encoded}`,
    ];
    for (const path of paths) note(path, (await target.call('acme', 'GET', path)).status);
    note('lookup', (await target.call('acme', 'POST', '/api/reservation/lookup', { claimToken: text })).status);
    note(
      'lookup',
      (await target.call('acme', 'POST', '/api/reservation/lookup', { reservationReferenceId: text })).status,
    );
    note('index', (await target.call('acme', 'DELETE', `/api/invoice/${ids['invoice']}/line-items/${encoded}`)).status);
    const { status, body } = await target.call('acme', 'PUT', `/api/policy/${ids['policy']}`, {
      name: text,
      partnerPolicyId: text,
    });
    tried.note(`name ${text}`, status, status === 200 && body.name === text && body.partnerPolicyId === text);
  }
  const [policies] = await target.sql<{ n: number }>('select count(*)::int as n from policy.policy');
  tried.note('tables', 'still there', policies!.n > 0);
  return tried;
};

const prototypes = async (target: Target): Promise<Trial> => {
  const tried = trial('25 injection', '__proto__ and its like, in bodies and queries');
  const { ids, raw, call, as } = target;
  const put = (body: string) =>
    raw('PUT', `/api/policy/${ids['policy']}`, body, { 'content-type': 'application/json', ...as('acme') });
  for (const name of PROTOTYPES) {
    for (const value of [
      '{"polluted":true}',
      '"x"',
      '{"__proto__":{"polluted":true}}',
      '{"prototype":{"polluted":true}}',
    ]) {
      for (const body of [
        `{"${name}":${value}}`,
        `{"eligibilityOverrides":{"${name}":${value}}}`,
        `{"coverage":{"${name}":${value}}}`,
      ]) {
        const answer = await put(body);
        tried.note(body, answer.status, answer.status < 500);
      }
    }
    const { status } = await call('acme', 'GET', `/api/policy?organizationId=acme&${name}=x&${name}[polluted]=true`);
    tried.note(`?${name}`, status, status < 500);
  }
  const { status, body } = await call('acme', 'POST', '/api/policy', { organizationId: 'acme' });
  tried.note('a new policy', status, status === 201 && !('polluted' in body));
  return tried;
};

const REQUEST =
  (authorization: string) =>
  (lines: string[], body = ''): string =>
    [
      `POST /api/policy HTTP/1.1`,
      'host: localhost',
      `authorization: ${authorization}`,
      'content-type: application/json',
      ...lines,
      '',
      body,
    ].join('\r\n');

/** Requests with ambiguous framing: a second request could hide in them. */
const framing = async (target: Target): Promise<Trial> => {
  const tried = trial('25 smuggling', 'two lengths, length and chunks, odd chunks, bare line feeds, folded headers');
  const request = REQUEST(target.as('acme')['authorization']!);
  const hidden = 'GET /api/policy?organizationId=acme HTTP/1.1\r\nhost: x\r\n\r\n';
  const json = '{"organizationId":"acme"}';
  const attempts: [string, string][] = [
    [
      'length and chunks',
      request([`content-length: ${json.length}`, 'transfer-encoding: chunked'], `0\r\n\r\n${hidden}`),
    ],
    ['chunks and length', request(['transfer-encoding: chunked', 'content-length: 4'], `19\r\n${json}\r\n0\r\n\r\n`)],
    ['two lengths', request([`content-length: ${json.length}`, 'content-length: 0'], json + hidden)],
    ['two lengths in one', request([`content-length: ${json.length}, 0`], json + hidden)],
    ['a negative length', request(['content-length: -1'], json)],
    ['a length with a sign', request([`content-length: +${json.length}`], json)],
    ['a hexadecimal length', request(['content-length: 0x19'], json)],
    ['a length with a space', request(['content-length : 25'], json)],
    ['another encoding', request(['transfer-encoding: identity'], hidden)],
    ['chunked that is not last', request(['transfer-encoding: chunked, identity'], `0\r\n\r\n${hidden}`)],
    ['an unknown encoding', request(['transfer-encoding: xchunked'], `0\r\n\r\n${hidden}`)],
    ['two encodings', request(['transfer-encoding: chunked', 'transfer-encoding: identity'], `0\r\n\r\n${hidden}`)],
    ['a tab before chunked', request(['transfer-encoding:\x0bchunked'], `0\r\n\r\n${hidden}`)],
    ['a chunk size that is none', request(['transfer-encoding: chunked'], `zz\r\n${json}\r\n0\r\n\r\n`)],
    ['a huge chunk size', request(['transfer-encoding: chunked'], `ffffffffffffffffff\r\n${json}\r\n0\r\n\r\n`)],
    ['a bare line feed', request(['x-a: b\nx-c: d'], '').replace('\r\nx-a', '\nx-a')],
    ['a bare carriage return', request(['x-a: b\rx-c: d'], '')],
    ['a folded header', request(['x-a: b', ' folded'], '')],
    ['a NUL in a header', request(['x-a: b\0c'], '')],
    ['a space in a header name', request(['x a: b'], '')],
    ['no host', 'GET /api/policy?organizationId=acme HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/policy?organizationId=acme HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['HTTP/0.9', 'GET /api/policy\r\n\r\n'],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ];
  for (const [what, bytes] of attempts) {
    const statuses = await sendRaw(target.platform.gatewayUrl, bytes);
    // One refusal, and the connection is over: nothing hidden was taken for a request.
    const held = statuses.length <= 1 && statuses.every((status) => status >= 400 && status < 500);
    tried.note(`${what}: ${statuses.join(' ')}`, statuses.join(' ') || 'cut off', held);
  }
  return tried;
};

const headersAndPaths = async (target: Target): Promise<Trial> => {
  const tried = trial(
    '25 smuggling',
    'line breaks, other hosts and method overrides in headers; dots and slashes in paths',
  );
  const { platform, ids, as } = target;
  const paths = [
    '/api/policy/%0d%0aSet-Cookie:%20a=b',
    '/api/policy/..%2f..%2fetc%2fpasswd',
    '/problems/..%2f..%2fpackage.json',
    '/problems/%00',
    '/docs/../../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/api/policy/%c0%ae%c0%ae',
    '//evil.example/api/policy',
    '/api/policy;x=y',
    '/api/./policy',
    '/api/policy%2f',
    `/api/policy/${ids['policy']}%00`,
    '/%2e%2e/package.json',
  ];
  for (const path of paths) {
    const statuses = await sendRaw(
      platform.gatewayUrl,
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${as('acme')['authorization']}\r\nconnection: close\r\n\r\n`,
    );
    tried.note(path, statuses.join(' '), statuses.length === 1 && statuses[0]! >= 300 && statuses[0]! < 500);
  }
  for (const override of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
    const { status, body } = await target.call('acme', 'GET', `/api/policy/${ids['policy']}`, undefined, {
      [override]: 'DELETE',
    });
    tried.note(override, status, status === 200 && body.id === ids['policy']);
  }
  for (const header of ['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-original-url', 'x-rewrite-url']) {
    const { status, body } = await target.call('acme', 'GET', '/api/policy/none', undefined, {
      [header]: 'evil.example',
    });
    tried.note(header, status, status === 404 && body.type.startsWith(platform.gatewayUrl));
  }
  return tried;
};
