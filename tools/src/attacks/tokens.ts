import { createHmac, randomBytes } from 'node:crypto';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const HOUR_S = 3_600;
const now = (): number => Math.floor(Date.now() / 1_000);

/** Tokens that a caller without the issuer's private key can make. */
const forged = ({ platform }: Target): [string, string][] => {
  const { issuer, environment, tokens } = platform.auth!;
  const good = {
    iss: environment['AUTH_ISSUER'],
    aud: 'staycover',
    sub: 'mallory',
    org: 'acme',
    roles: ['read', 'write'],
    exp: now() + HOUR_S,
  };
  const [header = '', payload = '', signature = ''] = tokens.acme.split('.');
  const swapped = (alg: string, secret: string): string => {
    const text = `${base64({ alg, typ: 'at+jwt', kid: 'local' })}.${base64(good)}`;
    return `${text}.${createHmac(alg.replace('HS', 'sha'), secret).update(text).digest('base64url')}`;
  };
  const jwk = JSON.stringify(issuer.publicKey);
  return [
    ...['none', 'None', 'NONE', 'nOnE'].map((alg): [string, string] => [
      `alg ${alg}`,
      `${base64({ alg, typ: 'at+jwt' })}.${base64(good)}.`,
    ]),
    ...['HS256', 'HS384', 'HS512'].flatMap((alg): [string, string][] => [
      [`${alg} with the public key as the secret`, swapped(alg, jwk)],
      [`${alg} with an empty secret`, swapped(alg, '')],
    ]),
    ['a payload of its own under a good signature', `${header}.${base64(good)}.${signature}`],
    ['no signature', `${header}.${payload}.`],
    ['a zero signature', `${header}.${payload}.${Buffer.alloc(64).toString('base64url')}`],
    ['two parts', `${header}.${payload}`],
    [
      'a header that points to keys elsewhere',
      `${base64({ alg: 'ES256', typ: 'at+jwt', jku: 'http://127.0.0.1:1/jwks', kid: 'x' })}.${payload}.${signature}`,
    ],
    [
      'a header that brings its key',
      `${base64({ alg: 'ES256', typ: 'at+jwt', jwk: issuer.publicKey })}.${payload}.${signature}`,
    ],
    ...Array.from({ length: 100 }, (_, i): [string, string] => {
      const broken = Buffer.from(signature, 'base64url');
      broken[i % broken.length]! ^= 1 << (i % 8);
      return [`signature with bit ${i} turned`, `${header}.${payload}.${broken.toString('base64url')}`];
    }),
  ];
};

type Wrong = { header?: Record<string, unknown>; claims?: Record<string, unknown> };

/** What the issuer signs, but not for this platform, or not for now. */
const misused: [string, Wrong][] = [
  ['another audience', { claims: { aud: 'other' } }],
  ['no audience', { claims: { aud: undefined } }],
  ['another issuer', { claims: { iss: 'https://evil.example' } }],
  ['no end', { claims: { exp: undefined } }],
  ['an end that has passed', { claims: { exp: now() - HOUR_S } }],
  ['an end that is text', { claims: { exp: '9999999999' } }],
  ['a beginning to come', { claims: { nbf: now() + HOUR_S } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['no organization', { claims: { org: undefined } }],
  ['an empty list of organizations', { claims: { org: [] } }],
  ['a wildcard of NATS', { claims: { org: 'acme.>' } }],
  ['an object for an organization', { claims: { org: { acme: true } } }],
  ['an id token', { header: { typ: 'id_token' } }],
  ['a logout token', { header: { typ: 'logout+jwt' } }],
  ['no type', { header: { typ: undefined } }],
  ['an extension that must be understood', { header: { crit: ['exp'], exp: 1 } }],
];

const credentials: [string, string][] = [
  ['Basic', `Basic ${Buffer.from('acme:acme').toString('base64')}`],
  ['an empty bearer', 'Bearer '],
  ['null', 'Bearer null'],
  ['two tokens', 'Bearer a.b.c d.e.f'],
  ['a long one', `Bearer ${'a'.repeat(8_000)}`],
  ['an unknown API key', `Bearer stay_${'0'.repeat(12)}_${'a'.repeat(43)}`],
];

const PATHS = ['/api/policy?organizationId=acme', '/api/renewal/upcoming'];

/** Tokens that are not good are 401 everywhere. */
export const badTokens = async (target: Target): Promise<Trial[]> => {
  const { issuer } = target.platform.auth!;
  const byStranger = trial('22 tokens', 'forged: none, HS for ES, foreign keys, turned bits');
  const byIssuer = trial('22 tokens', 'signed by the issuer, but for others or for another time');
  const other = trial('22 tokens', 'credentials that are no token');
  const attempt = async (tried: Trial, what: string, authorization: string): Promise<void> => {
    for (const path of [...PATHS, `/api/policy/${target.ids['policy']}`]) {
      const { status } = await target.call('anonymous', 'GET', path, undefined, { authorization });
      tried.note(`${what}: ${path}`, status, status === 401);
    }
  };
  for (const [what, token] of forged(target)) await attempt(byStranger, what, `Bearer ${token}`);
  for (const [what, wrong] of misused)
    await attempt(byIssuer, what, `Bearer ${await issuer.sign(wrong).catch(() => 'not.to.be')}`);
  for (const [what, credential] of credentials) await attempt(other, what, credential);
  return [byStranger, byIssuer, other, await unknownKeys(target)];
};

const FLOOD = 500;

/** Unknown key ids must not cause repeated requests to the issuer. */
const unknownKeys = async (target: Target): Promise<Trial> => {
  const { issuer } = target.platform.auth!;
  const tried = trial('22 tokens', `${FLOOD} unknown key ids at once`);
  const before = issuer.keyFetches();
  const tokens = await Promise.all(
    Array.from({ length: FLOOD }, () => issuer.sign({ header: { kid: randomBytes(8).toString('hex') } })),
  );
  await Promise.all(
    tokens.map(async (token) => {
      const { status } = await target.call('anonymous', 'GET', PATHS[0]!, undefined, {
        authorization: `Bearer ${token}`,
      });
      tried.note('unknown kid', status, status === 401);
    }),
  );
  const fetches = issuer.keyFetches() - before;
  tried.note('fetches of the keys', `${fetches} fetches`, fetches <= 1);
  return tried;
};
