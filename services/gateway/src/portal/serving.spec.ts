import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../config.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';

const PAGE = '<!doctype html><script type="module" src="/portal/assets/index-abc.js"></script>';
const SCRIPT = 'document.title = "Staycover";';
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let home: string;
let folder: string;
let gateway: RunningGateway;

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Sends the raw path: a client that normalizes it would hide the test case. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET', to = gateway): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(to.url);
    const asked = request({ hostname, port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
    });
    asked.once('error', reject).end();
  });

const put = (file: string, text: string): void => {
  writeFileSync(file, text);
  writeFileSync(`${file}.br`, brotliCompressSync(text));
  writeFileSync(`${file}.gz`, gzipSync(text));
};

const build = (at: string): void => {
  mkdirSync(join(at, 'portal/assets'), { recursive: true });
  put(join(at, 'index.html'), PAGE);
  put(join(at, 'portal/assets/index-abc.js'), SCRIPT);
};

const start = (env: Record<string, string> = {}): Promise<RunningGateway> =>
  startGateway(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', ...env }));

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'portal-'));
  folder = join(home, 'built');
  build(folder);
  writeFileSync(join(home, 'secret.js'), 'secret');
  gateway = await start({ PORTAL_DIR: folder });
});

afterAll(async () => {
  await gateway.stop();
  rmSync(home, { recursive: true });
});

describe('a page', () => {
  test.each([
    '/',
    '/start',
    '/deals',
    '/account',
    '/policies/1',
    '/invoices?status=PAST_DUE',
    '/invoices/1',
    '/renewals',
    '/events',
    '/timeline/INV-2026-000001',
    '/claims/1',
  ])('%s is the portal, for browsers', async (path) => {
    const { status, headers, body } = await get(path, html);
    expect([status, headers['content-type'], body.toString()]).toEqual([200, 'text/html; charset=utf-8', PAGE]);
  });

  test('runs only scripts of its own, and is shown in no frame', async () => {
    const { headers } = await get('/', html);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('is revalidated each time, and sent only when it has changed', async () => {
    const { headers } = await get('/', html);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept, Accept-Encoding' });
    const again = await get('/invoices', { ...html, 'if-none-match': String(headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each<Record<string, string>>([{}, { accept: '*/*' }, { accept: 'application/json' }])(
    'is not for a client with %j',
    async (headers) => {
      expect(await get('/', headers)).toMatchObject({ status: 302, headers: { location: '/docs' } });
      expect(await get('/invoices', headers)).toMatchObject({ status: 404 });
    },
  );

  test.each(['/nothing', '/invoices/1/2', '/portal', '/portal/assets/', '/portal/'])('is not at %s', async (path) => {
    expect(await get(path, html)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    });
  });
});

describe('an asset', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('comes as %s, for good', async (encoding, open) => {
    const { status, headers, body } = await get('/portal/assets/index-abc.js', { 'accept-encoding': encoding });
    expect([status, open(body).toString()]).toEqual([200, SCRIPT]);
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('has a length and no body for HEAD', async () => {
    const { status, body } = await get('/portal/assets/index-abc.js', {}, 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
  });

  test.each([
    '/portal/assets/../index.html',
    '/portal/assets/..%2f..%2fsecret.js',
    '/portal/assets/%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.js',
    '/portal/assets/..%5c..%5csecret.js',
    '/portal/assets/index-abc.js%00.css',
    '/portal/assets/index-abc.js.br',
    '/portal/assets//etc/passwd',
    '/portal/assets/__proto__',
    '/portal/assets/constructor',
    '/portal/../../../../etc/passwd',
  ])('%s is none', async (path) => {
    expect(await get(path)).toMatchObject({
      status: 404,
      headers: { 'content-type': expect.stringContaining('problem') },
    });
  });
});

test('an asset of another release is asked for again, as another gateway may have it', async () => {
  const { status, headers } = await get('/portal/assets/index-new.js');
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
});

test('it lets a page call the issuer, and where else people sign in', async () => {
  const signIn = {
    PORTAL_DIR: folder,
    AUTH_MODE: 'jwt',
    AUTH_ISSUER: 'https://id.example/pool',
    AUTH_JWKS_URL: 'http://127.0.0.1:9/keys',
    AUTH_AUDIENCE: 'staycover',
    PORTAL_CLIENT_ID: 'portal',
    PORTAL_SIGN_IN_ORIGINS: 'https://login.example',
  };
  const signing = await start(signIn);
  try {
    const { headers } = await get('/', html, 'GET', signing);
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://id.example https://login.example;",
    );
  } finally {
    await signing.stop();
  }
});

test('it serves the portal its configuration, and no more', async () => {
  const { headers, body } = await get('/portal/config.json');
  expect(JSON.parse(body.toString())).toEqual({ authMode: 'off', sandbox: false, version: '0.1.0' });
  expect(headers['cache-control']).toBe('no-cache');
});

test('it links traces when the configuration has their address', async () => {
  const TRACE_URL = 'https://grafana.example/trace/{traceId}';
  const other = await start({ PORTAL_DIR: folder, TRACE_URL });
  try {
    const { body } = await get('/portal/config.json', {}, 'GET', other);
    expect(JSON.parse(body.toString())).toMatchObject({ traceUrl: TRACE_URL });
  } finally {
    await other.stop();
  }
});

test.each(['javascript:alert({traceId})', 'https://grafana.example/', '{traceId}'])(
  '%s is not a valid address for traces',
  (TRACE_URL) => {
    expect(() => readConfig({ PORT: '0', TRACE_URL })).toThrow('TRACE_URL');
  },
);

describe('a portal that is not built yet', () => {
  test('is a page that reloads itself, shows a failure, and becomes the portal', async () => {
    const late = join(home, 'late');
    const waiting = await start({ PORTAL_DIR: late });
    try {
      const first = await get('/', html, 'GET', waiting);
      expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '1', 'cache-control': 'no-store' } });
      expect(first.body.toString()).toContain('<meta http-equiv="refresh" content="1">');
      expect(await get('/portal/assets/index-abc.js', {}, 'GET', waiting)).toMatchObject({ status: 404 });

      writeFileSync(`${late}.failed`, 'No <vite> here');
      expect((await get('/', html, 'GET', waiting)).body.toString()).toContain('No &lt;vite&gt; here');

      build(`${late}.made`);
      renameSync(`${late}.made`, late);
      expect((await get('/', html, 'GET', waiting)).body.toString()).toBe(PAGE);
    } finally {
      await waiting.stop();
    }
  });

  test('is the documentation where there is to be none', async () => {
    const without = await start();
    try {
      expect(await get('/', html, 'GET', without)).toMatchObject({ status: 302, headers: { location: '/docs' } });
      expect(await get('/portal/config.json', {}, 'GET', without)).toMatchObject({ status: 404 });
    } finally {
      await without.stop();
    }
  });
});
