import { Readable } from 'node:stream';
import { storable } from '@staycover/kernel';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailOutcome, WrittenMail } from '../domain/mail.ts';

/** Sends a mail; `leaving` is called before its text leaves, and keeps it back by throwing. */
export type SendMail = (mail: WrittenMail & { id: string }, leaving: () => Promise<void>) => Promise<MailOutcome>;

export type SmtpOptions = { url: string; from: string; requireTls: boolean; withinMs?: number | undefined };

const WITHIN_MS = 30_000;
/** So many times the longest silence all of a mail may take: a server that always answers a little could hold it for good. */
const MOST_SILENCES = 4;
const MOST_KEPT = 500;

/** nodemailer's error: the SMTP command, and the server's response to it. */
type SmtpFault = Error & {
  code?: string;
  originalCode?: string;
  command?: string;
  responseCode?: number;
  response?: string;
};

/** Sends mails through an SMTP server, each on a connection of its own. */
export const smtpSender = ({ url, from, requireTls, withinMs = WITHIN_MS }: SmtpOptions): SendMail => {
  const { auth, ...options } = parseConnectionUrl(url);
  const sender = senderIn(from);
  // Whatever the URL asks for besides.
  const tls = { ...options.tls, rejectUnauthorized: true };
  const settings = { ...options, ...(requireTls && { requireTLS: true, ignoreTLS: false, tls }) };
  const patience = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
  return async ({ id, recipient: to, subject, text }, leaving) => {
    const messageId = `<${id}@${sender.address.split('@').at(-1)!}>`;
    const headers = { 'Auto-Submitted': 'auto-generated' };
    const message = await new MailComposer({ from: sender, to, subject, text, messageId, headers }).compile().build();
    const connection = new SMTPConnection({ ...settings, ...patience } as ConstructorParameters<
      typeof SMTPConnection
    >[0]);
    let hasLeft = false;
    let isLate = false;
    const tooLong = setTimeout(() => {
      isLate = true;
      connection.close();
    }, withinMs * MOST_SILENCES);
    const body = async function* () {
      await leaving();
      hasLeft = true;
      yield message;
    };
    try {
      await connected(connection, auth as Auth | undefined);
      const envelope = { from: sender.address, to: [to] };
      await settled((done) => connection.send(envelope, Readable.from(body()), done), connection);
      return { kind: 'SENT', error: null };
    } catch (error) {
      return toOutcome(isLate ? LATE : (error as SmtpFault), hasLeft);
    } finally {
      clearTimeout(tooLong);
      connection.close();
    }
  };
};

type Auth = NonNullable<Parameters<SMTPConnection['login']>[0]>;
type Done = (error?: Error | null) => void;

/** What calls back, or fails with the connection. */
const settled = (begin: (done: Done) => void, connection: SMTPConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The connection ended.')));
    begin((error) => (error ? reject(error) : resolve()));
  });

const connected = async (connection: SMTPConnection, auth: Auth | undefined): Promise<void> => {
  // Each step has its own listener; a connection that fails later does not belong to the steps before.
  connection.on('error', () => undefined);
  await settled((done) => connection.connect(done), connection);
  if (auth) await settled((done) => connection.login(auth, done), connection);
};

/** The name, which may have quotes around it, and the address: as text, `:`, `;` and `(` of a name would begin other things. */
const senderIn = (from: string): { name: string; address: string } => {
  const [, text = '', address = from] = /^([^<]*)<([^>]+)>$/.exec(from) ?? [];
  const quoted = /^"(.*)"$/.exec(text.trim())?.[1];
  return { name: quoted?.replaceAll(/\\(.)/g, '$1') ?? text.trim(), address };
};

/** A response to these commands is about this mail; all others are about the connection. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);

const NO_RELAY = /\brelay(ing)? (access )?(is )?(denied|not permitted|not allowed|prohibited)|unable to relay/i;

/** A relay that does not let us send any more answers so at each recipient: 530 (RFC 4954), or in words. */
const isAboutUs = ({ command, responseCode, response = '' }: SmtpFault): boolean =>
  command === 'RCPT TO' && (responseCode === 530 || NO_RELAY.test(response));

const LATE: SmtpFault = Object.assign(new Error('late'), { code: 'ETIMEDOUT' });

const toOutcome = (fault: SmtpFault, hasLeft: boolean): MailOutcome => {
  const { responseCode, response, command = '' } = fault;
  if (responseCode !== undefined) {
    // Some servers repeat what was sent to them as login.
    if (command.startsWith('AUTH')) {
      return { kind: 'AWAY', error: `The mail server refused the login (${responseCode}).` };
    }
    const error = `The mail server answered: ${storable(response ?? String(responseCode), MOST_KEPT)}`;
    if (!ABOUT_THE_MAIL.has(command)) return { kind: 'AWAY', error };
    return { kind: responseCode >= 500 && !isAboutUs(fault) ? 'REFUSED' : 'LATER', error };
  }
  if (hasLeft) return { kind: 'UNKNOWN', error: 'The mail server did not say whether it took the mail.' };
  return { kind: 'AWAY', error: describeFault(fault) };
};

const REASONS: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNREFUSED: 'The mail server could not be reached: the connection was refused.',
  ENOTFOUND: 'The mail server could not be reached: its name has no address.',
};

const describeFault = ({ code = 'unknown', originalCode = code, message }: SmtpFault): string => {
  if (/certificate/i.test(message)) {
    const [why = ''] = message.replace(/^.* - /, '').split(';');
    return `The certificate of the mail server was not accepted: ${storable(why, MOST_KEPT)}.`;
  }
  return REASONS[originalCode] ?? REASONS[code] ?? `The mail server could not be reached (${originalCode}).`;
};
