import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** The commands of a client, and the responses of a mail server. */
const ANSWERS: readonly (readonly [word: string, answer: string])[] = [
  ['CONNECT', '220 ready'],
  ['EHLO', '250-silent\r\n250 AUTH PLAIN'],
  ['AUTH', '235 welcome'],
  ['MAIL', '250 fine'],
  ['RCPT', '250 fine'],
  ['DATA', '354 go on'],
  ['.', '250 taken'],
];

/**
 * Where a server falls silent: at one of the words above. `dripping`: it then writes a line now and then, and never ends;
 * `answering`: it answers this in place of being silent.
 */
export type Silence = { at: string; dripping?: boolean; answering?: string };

const converse = (socket: Socket, { at, dripping = false, answering }: Silence): void => {
  const say = (word: string): void => {
    const answer = ANSWERS.find(([known]) => word.startsWith(known))?.[1];
    if (!answer) return;
    if (!word.startsWith(at)) return void socket.write(`${answer}\r\n`);
    if (answering) socket.write(`${answering}\r\n`);
    if (!dripping) return;
    const drip = setInterval(() => socket.write(`${answer.slice(0, 3)}-and\r\n`), 20);
    socket.once('close', () => clearInterval(drip));
  };
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => text.split('\r\n').forEach(say));
  say('CONNECT');
};

/** A mail server that answers until it falls silent. */
export const startSilentMailServer = async (silence: Silence): Promise<{ url: string; stop(): void }> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
    converse(socket, silence);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://user:password@127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
