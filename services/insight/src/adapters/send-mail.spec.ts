import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { type MailServer, type MailServerOptions, startMailServer } from '../testing/mail-server.ts';
import { type Silence, startSilentMailServer } from '../testing/silent-mail-server.ts';
import { type SmtpOptions, smtpSender } from './send-mail.ts';

const LOGIN = { user: 'mailer', password: 'open-sesame' };
const mail = { id: 'mail-1', recipient: 'dana@mail.example', subject: 'Hello', text: 'The text.' };
const authorities = getCACertificates('default');

let certificate: { key: string; cert: string };
const started: { stop(): unknown }[] = [];

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  certificate = { key, cert };
});
afterEach(async () => {
  setDefaultCACertificates(authorities);
  await Promise.all(started.splice(0).map((server) => server.stop()));
});
afterAll(() => setDefaultCACertificates(authorities));

/** As `NODE_EXTRA_CA_CERTS` does for a process. */
const trustTheCertificate = () => setDefaultCACertificates([...authorities, certificate.cert]);

const serverThat = async (options: MailServerOptions): Promise<MailServer> => {
  const server = await startMailServer(options);
  started.push(server);
  return server;
};

const send = (url: string, options: Partial<SmtpOptions> = {}) =>
  smtpSender({ url, from: 'Staycover <notices@staycover.example>', requireTls: true, ...options })(
    mail,
    async () => undefined,
  );

describe('a server with a certificate and a login', () => {
  test.each(['STARTTLS', 'START'] as const)(
    'takes a mail over TLS from %s on, of the user of SMTP_URL',
    async (from) => {
      trustTheCertificate();
      const server = await serverThat({ tls: { ...certificate, from }, login: LOGIN });
      expect(await send(server.url)).toEqual({ kind: 'SENT', error: null });
      expect(server.taken).toEqual([
        expect.objectContaining({ to: mail.recipient, isEncrypted: true, user: LOGIN.user }),
      ]);
    },
  );

  test('that refuses the login is tried again, and the reason has no credentials', async () => {
    trustTheCertificate();
    const server = await serverThat({ tls: { ...certificate, from: 'STARTTLS' }, login: LOGIN });
    const url = server.url.replace(LOGIN.password, 'wrong');
    expect(await send(url)).toEqual({ kind: 'AWAY', error: 'The mail server refused the login (535).' });
    expect(server.taken).toEqual([]);
  });

  test.each([
    ['STARTTLS', ''],
    ['START', ''],
    ['START', '?tls.rejectUnauthorized=false'],
  ] as const)('that is not trusted gets nothing (%s%s)', async (from, query) => {
    const server = await serverThat({ tls: { ...certificate, from }, login: LOGIN });
    expect(await send(`${server.url}${query}`)).toEqual({
      kind: 'AWAY',
      error: 'The certificate of the mail server was not accepted: self-signed certificate.',
    });
    expect(server.taken).toEqual([]);
  });
});

describe('a server without encryption', () => {
  test.each(['', '?requireTLS=false', '?ignoreTLS=true'])(
    'gets neither the login nor the text where TLS is required, whatever the URL asks for: %s',
    async (query) => {
      const server = await serverThat({ login: LOGIN });
      expect(await send(`${server.url}${query}`)).toMatchObject({ kind: 'AWAY' });
      expect(server.taken).toEqual([]);
    },
  );

  test('gets both where it is not', async () => {
    const server = await serverThat({ login: LOGIN });
    expect(await send(server.url, { requireTls: false })).toEqual({ kind: 'SENT', error: null });
  });
});

test.each([
  ['notices@staycover.example', 'notices@staycover.example'],
  ['Staycover <notices@staycover.example>', 'Staycover <notices@staycover.example>'],
  ['Staycover: Notices <notices@staycover.example>', '"Staycover: Notices" <notices@staycover.example>'],
  ['Acme (Europe); Notices <notices@staycover.example>', '"Acme (Europe); Notices" <notices@staycover.example>'],
  ['"The \\"Acme\\", Inc." <notices@staycover.example>', '"The \\"Acme\\", Inc." <notices@staycover.example>'],
])('with the setting %s, mails are from %s', async (from, header) => {
  const server = await serverThat({});
  await send(server.url, { from, requireTls: false });
  const [taken] = server.taken;
  expect(/^From: (.*)\r$/m.exec(taken!.text)?.[1]).toBe(header);
  expect(taken!.text).toContain('Message-ID: <mail-1@staycover.example>');
});

test.each([
  ['no such user', { rcpt: 550, text: 'no such user' }, 'REFUSED'],
  ['that it wants a login', { rcpt: 530, text: 'Authentication required' }, 'LATER'],
  ['that it does not relay', { rcpt: 554, text: 'Relay access denied' }, 'LATER'],
  ['that it may not relay', { rcpt: 550, text: 'SMTP; Unable to relay recipient in non-accepted domain' }, 'LATER'],
  ['no user of the relay', { rcpt: 550, text: 'User unknown in relay recipient table' }, 'REFUSED'],
] as const)('a recipient that is answered with %s', async (_what, { rcpt, text }, kind) => {
  const server = await serverThat({});
  server.behave(mail.recipient, { rcpt, text });
  const error = `The mail server answered: ${rcpt} ${text}`;
  expect(await send(server.url, { requireTls: false })).toEqual({ kind, error });
});

test('an answer that cannot be stored is kept without what cannot', async () => {
  const server = await startSilentMailServer({ at: 'RCPT', answering: '550 no such user\0' });
  started.push(server);
  const error = 'The mail server answered: 550 no such user\uFFFD';
  expect(await send(server.url, { requireTls: false })).toEqual({ kind: 'REFUSED', error });
});

describe('a server that hangs', () => {
  const away = { kind: 'AWAY', error: 'The mail server did not answer in time.' };
  const unknown = { kind: 'UNKNOWN', error: 'The mail server did not say whether it took the mail.' };

  test.each([
    [{ at: 'CONNECT' }, away],
    [{ at: 'EHLO' }, away],
    [{ at: 'AUTH' }, away],
    [{ at: 'MAIL' }, away],
    [{ at: 'RCPT' }, away],
    [{ at: 'DATA' }, away],
    [{ at: '.' }, unknown],
    [{ at: 'AUTH', dripping: true }, away],
    [{ at: 'RCPT', dripping: true }, away],
    [{ at: '.', dripping: true }, unknown],
  ] satisfies [Silence, object][])('%j is given up in time', async (silence, outcome) => {
    const server = await startSilentMailServer(silence);
    started.push(server);
    expect(await send(server.url, { requireTls: false, withinMs: 100 })).toEqual(outcome);
  });
});
