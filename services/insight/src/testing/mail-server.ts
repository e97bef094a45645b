import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { eventually } from '@staycover/testing';
import { SMTPServer } from 'smtp-server';

/** A mail as a server took it: whether it came encrypted, and who had logged in. */
type TakenMail = { to: string; text: string; isEncrypted: boolean; user: string | undefined };

/** What a server does with mails to an address, the last time for each; `until` is when it answers whether it knows the address. */
type Behaviour =
  | 'TAKE'
  | 'BREAK_OFF'
  | { rcpt: number; text?: string }
  | { data: number }
  | { until: Promise<unknown> };

export type MailServer = {
  url: string;
  taken: readonly TakenMail[];
  behave(to: string, behaviour: Behaviour): void;
  /** Waits for this number of mails to an address. */
  next(to: string, count?: number): Promise<TakenMail[]>;
  stop(): Promise<void>;
};

type Login = { user: string; password: string };

export type MailServerOptions = {
  port?: number;
  /** Encrypts, from the start or by STARTTLS. */
  tls?: { key: string; cert: string; from: 'START' | 'STARTTLS' };
  /** Takes mails of this user only. */
  login?: Login;
};

const answer = (responseCode: number, text = 'as the spec wants it'): Error =>
  Object.assign(new Error(text), { responseCode });

/** A mail server, on a port of its own unless one is named. */
export const startMailServer = async ({ port = 0, tls, login }: MailServerOptions = {}): Promise<MailServer> => {
  const taken: TakenMail[] = [];
  const behaviours = new Map<string, Behaviour>();
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    secure: tls?.from === 'START',
    ...(tls && { key: tls.key, cert: tls.cert }),
    logger: false,
    onAuth({ username, password }, _session, callback) {
      const isRight = username === login?.user && password === login?.password;
      callback(isRight ? null : answer(535), { user: username });
    },
    async onRcptTo({ address }, _session, callback) {
      const behaviour = behaviours.get(address);
      if (typeof behaviour === 'object' && 'until' in behaviour) await behaviour.until;
      callback(typeof behaviour === 'object' && 'rcpt' in behaviour ? answer(behaviour.rcpt, behaviour.text) : null);
    },
    async onData(stream, { envelope, secure, user }, callback) {
      const parts = await Array.fromAsync(stream).catch(() => undefined);
      // The client has left in the middle of its text.
      if (!parts) return;
      const text = Buffer.concat(parts).toString();
      const to = envelope.rcptTo[0]!.address;
      const behaviour = behaviours.get(to);
      if (typeof behaviour === 'object' && 'data' in behaviour) return callback(answer(behaviour.data));
      taken.push({ to, text, isEncrypted: secure === true, user: user as string | undefined });
      // It has accepted the mail, and breaks the connection before its response.
      if (behaviour === 'BREAK_OFF') for (const { _socket: socket } of openConnections(server)) socket.destroy();
      else callback(null);
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const to = (address: string) => taken.filter((mail) => mail.to === address);
  return {
    url: serverUrl(server, { tls, login }),
    taken,
    behave: (address, behaviour) => void behaviours.set(address, behaviour),
    next: (address, count = 1) =>
      eventually(`${count} mails to ${address}`, () => to(address).length >= count && to(address), 30_000),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

const serverUrl = (server: SMTPServer, { tls, login }: MailServerOptions): string => {
  const { port } = server.server.address() as AddressInfo;
  const user = login ? `${login.user}:${login.password}@` : '';
  return `${tls?.from === 'START' ? 'smtps' : 'smtp'}://${user}127.0.0.1:${port}`;
};

type Connection = { _socket: { destroy(): void } };

const openConnections = (server: SMTPServer): Iterable<Connection> =>
  (server as unknown as { connections: Set<Connection> }).connections;
