import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { parseRetryAfter, webhookSender } from './send-webhook.ts';
import { assertTarget, blockedFor } from './webhook-targets.ts';

let server: Server;
let port: number;
let calls = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    calls += 1;
    if (request.url === '/upgrade') {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
      return;
    }
    if (request.url === '/broken') {
      request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf');
      return;
    }
    if (request.url === '/too-long') {
      request.socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello');
      return;
    }
    if (request.url === '/large') {
      const part = Buffer.alloc(16 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && response.write(part));
        response.once('drain', more);
      };
      return more();
    }
    response.writeHead(200).end('fine');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

test.each([
  ['nothing', undefined, undefined],
  ['seconds', '120', 120_000],
  ['a date', 'Fri, 20 Nov 2026 09:32:00 GMT', 120_000],
  ['a date that has passed', 'Fri, 20 Nov 2026 09:29:00 GMT', undefined],
  ['more than a day', '900000', 86_400_000],
  ['more than 30 years', '1000000000', 86_400_000],
  ['something else', 'soon', undefined],
  ['a negative number', '-5', undefined],
])('of a Retry-After with %s', (_what, header, expected) => {
  expect(parseRetryAfter({ 'retry-after': header, date: 'Fri, 20 Nov 2026 09:30:00 GMT' })).toBe(expected);
});

test.each([undefined, 'soon'])('of a Retry-After with a date, answered at %s, our own clock counts', (date) => {
  expect(parseRetryAfter({ 'retry-after': 'Fri, 20 Nov 2026 09:32:00 GMT', date })).toBeUndefined();
  expect(parseRetryAfter({ 'retry-after': 'Thu, 20 Nov 2210 09:32:00 GMT', date })).toBe(86_400_000);
});

const never = new AbortController().signal;
const local = webhookSender({ targets: 'local' }, never);

test('an answer is read, and cut at 64 KB though it never ends', async () => {
  expect(await local(`http://127.0.0.1:${port}/`, {}, '{}')).toEqual({ status: 200, answer: 'fine', error: null });
  const { answer, error } = await local(`http://127.0.0.1:${port}/large`, {}, '{}');
  expect([answer!.length, error]).toEqual([64 * 1024, null]);
});

test.each([
  ['/broken', 200, 'half'],
  ['/too-long', 204, ''],
])('a fault in the rest of an answer (%s) does not change its status', async (path, status, answer) => {
  expect(await local(`http://127.0.0.1:${port}${path}`, {}, '{}')).toEqual({ status, answer, error: null });
});

test('an answer that changes the protocol is no success, and does not keep the sender waiting', async () => {
  const expected = { status: 101, answer: '', error: 'The answer has the status 101.' };
  expect(await local(`http://127.0.0.1:${port}/upgrade`, {}, '{}')).toMatchObject(expected);
});

describe('of a name with several addresses', () => {
  const named = (...addresses: string[]): LookupFunction => {
    const found = addresses.map((address) => ({ address, family: 4 }));
    return (_name, { all }, callback) => (all ? callback(null, found) : callback(null, addresses[0]!, 4));
  };
  const closing = createTcpServer((socket) => socket.destroy());
  let closingPort: number;

  beforeAll(async () => {
    closing.listen(0, '127.0.0.1');
    await once(closing, 'listening');
    closingPort = (closing.address() as AddressInfo).port;
  });

  afterAll(() => void closing.close());

  const reached = { status: null, answer: null, error: 'The connection was closed before an answer came.' };

  test.each([
    ['the next one is called, where the first refuses', ['127.0.0.9', '127.0.0.1']],
    ['the next one is called, where the first may not be called', ['10.0.0.1', '127.0.0.1']],
  ])('%s', async (_what, addresses) => {
    const send = webhookSender({ targets: 'local', lookup: named(...addresses) }, never);
    expect(await send(`https://hooks.acme.example:${closingPort}/`, {}, '{}')).toEqual(reached);
  });

  test('an event is delivered by the second one, encrypted and to the name, where the first refuses', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'hooks.acme.example' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'hooks.acme.example' }] }],
    });
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, cert]);
    const secure = createSecureServer({ key, cert }, (_request, response) => void response.end('fine'));
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const url = `https://hooks.acme.example:${(secure.address() as AddressInfo).port}/`;
    const send = webhookSender({ targets: 'local', lookup: named('127.0.0.9', '127.0.0.1') }, never);
    const result = await send(url, {}, '{}');
    setDefaultCACertificates(authorities);
    secure.close();
    expect(result).toEqual({ status: 200, answer: 'fine', error: null });
  });

  test.each([
    ['all refuse', ['127.0.0.9', '127.0.0.8'], 'The connection was refused.'],
    ['none may be called', ['10.0.0.1', '192.168.0.1'], 'The address is not a public one.'],
  ])('none is called, where %s', async (_what, addresses, error) => {
    const send = webhookSender({ targets: 'local', lookup: named(...addresses) }, never);
    expect(await send(`https://hooks.acme.example:${closingPort}/`, {}, '{}')).toMatchObject({ error });
  });

  test('one that never answers is given up in time, and its socket with it', async () => {
    const silent = createTcpServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const send = webhookSender({ targets: 'local', withinMs: 50, lookup: named('127.0.0.1') }, never);
    const accepted = once(silent, 'connection') as Promise<[Socket]>;
    const answer = send(`https://hooks.acme.example:${(silent.address() as AddressInfo).port}/`, {}, '{}');
    const [socket] = await accepted;
    const closed = once(socket.resume(), 'close');
    expect(await answer).toMatchObject({ error: 'There was no answer within 0.05 s.' });
    await closed;
    silent.close();
    await once(silent, 'close');
  });
});

describe('where only public addresses are called', () => {
  test('http is not', async () => {
    const before = calls;
    const send = webhookSender({ targets: 'public' }, never);
    expect(await send(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ error: 'The address is not https.' });
    expect(calls).toBe(before);
  });

  test('an address is looked at as the socket connects, whatever its name meant when it was given', async () => {
    const send = webhookSender({ targets: 'public' }, never);
    const expected = { status: null, answer: null, error: 'The address is not a public one.' };
    expect(await send(`https://127.0.0.1:${port}/`, {}, '{}')).toEqual(expected);
    expect(await send(`https://[::1]:${port}/`, {}, '{}')).toEqual(expected);
    expect(await send(`https://[::ffff:127.0.0.1]:${port}/`, {}, '{}')).toEqual(expected);
    // A name that leads inside, as one does after its answer was changed.
    const rebound = webhookSender(
      {
        targets: 'public',
        lookup: (_name, { all }, found) =>
          all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
      },
      never,
    );
    expect(await rebound(`https://hooks.acme.example:${port}/`, {}, '{}')).toEqual(expected);
  });

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::fffe:ffff:ffff',
    '::ffff:0:169.254.169.254',
    '::1:0:0:1',
    '1::1',
    '64:ff9a::1',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2002:a00:1::',
    '2001::1',
    '2001:db8::1',
  ])('%s is not', (address) => {
    expect(blockedFor('public').check(address, address.includes(':') ? 'ipv6' : 'ipv4')).toBe(true);
  });

  test.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '::ffff:1.1.1.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ])('%s is', (address) => {
    expect(blockedFor('public').check(address, address.includes(':') ? 'ipv6' : 'ipv4')).toBe(false);
  });

  const reserved = 'is private, link-local or reserved';
  const localName = 'is a name of a local network';

  test.each([
    ['http://hooks.acme.example/', 'must be an https address'],
    ['http://[2606:4700:4700::1111]/', 'must be an https address'],
    ['https://:443/', 'must be an address'],
    ['https://[1:2]/', 'must be an address'],
    ['https://localhost/', `localhost ${localName}`],
    ['https://LOCALHOST./', `localhost ${localName}`],
    ['https://db.internal/', `db.internal ${localName}`],
    ['https://printer.local/', `printer.local ${localName}`],
    ['https://127.0.0.1/', `127.0.0.1 ${reserved}`],
    ['https://2130706433/', `127.0.0.1 ${reserved}`],
    ['https://0x7f.1/', `127.0.0.1 ${reserved}`],
    ['https://017700000001/', `127.0.0.1 ${reserved}`],
    ['https://169.254.169.254/latest', `169.254.169.254 ${reserved}`],
    ['https://10.0.0.1:8443/x', `10.0.0.1 ${reserved}`],
    ['https://[::]/', `:: ${reserved}`],
    ['https://[::1]/', `::1 ${reserved}`],
    ['https://[0:0:0:0:0:0:0:1]:8443/x', `::1 ${reserved}`],
    ['https://[fe80::1]/', `fe80::1 ${reserved}`],
    ['https://[fd12:3456::1]/', `fd12:3456::1 ${reserved}`],
    ['https://[FF02::1]/', `ff02::1 ${reserved}`],
    ['https://[2001:db8::1]/', `2001:db8::1 ${reserved}`],
    ['https://[::ffff:10.0.0.1]/', `::ffff:a00:1 ${reserved}`],
    ['https://[::ffff:0:169.254.169.254]/', `::ffff:0:a9fe:a9fe ${reserved}`],
    ['https://[1::1]/', `1::1 ${reserved}`],
    ['https://[64:ff9b::169.254.169.254]/', `64:ff9b::a9fe:a9fe ${reserved}`],
  ])('%s is refused at once: %s', (url, reason) => {
    const refusal = { code: 'invalid-request', message: expect.stringMatching(`^/url .*${reason}\\.$`) };
    const decide = () => assertTarget(url, 'public');
    expect(decide).toThrow(expect.objectContaining(refusal));
  });

  test.each([
    'https://hooks.acme.example:8443/x?y=z',
    'https://93.184.216.34/',
    'https://[2606:4700:4700::1111]/',
    'https://[2a00:1450:4001:81b::200e]:8443/x',
    'https://[::ffff:1.1.1.1]/',
  ])('%s is not refused', (url) => {
    expect(() => assertTarget(url, 'public')).not.toThrow();
  });
});

test.each(['http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/'])(
  'the setting for this machine lets %s be called',
  (url) => {
    expect(() => assertTarget(url, 'local')).not.toThrow();
  },
);

test.each(['10.0.0.1', '169.254.169.254', '192.168.0.1', 'fe80::1'])(
  'the setting for this machine leaves %s closed',
  (address) => {
    expect(blockedFor('local').check(address, address.includes(':') ? 'ipv6' : 'ipv4')).toBe(true);
  },
);
