import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailCatcher = {
  /** Has services send their mails here. */
  environment: Record<string, string>;
  stop(): Promise<void>;
};

/** A long subject goes on in lines that begin with a space (RFC 5322). */
const subjectIn = (text: string): string =>
  /^Subject: (.+(?:\r\n[ \t].+)*)/m.exec(text)?.[1]?.replaceAll(/\s+/g, ' ') ?? '';

/**
 * A mail server for trying things out: it accepts every mail, reports it, and delivers none. There is none where the
 * environment names one.
 */
export const startMailCatcher = async (say: (line: string) => void): Promise<MailCatcher> => {
  if (process.env['SMTP_URL']) return { environment: {}, stop: async () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    async onData(stream, { envelope }, callback) {
      const parts = await Array.fromAsync(stream).catch(() => undefined);
      // The client has left in the middle of its text: an error of its own would end the whole platform.
      if (!parts) return;
      const text = Buffer.concat(parts).toString();
      say(`Mail to ${envelope.rcptTo.map(({ address }) => address).join(', ')}: ${subjectIn(text)}`);
      callback(null);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Staycover <notices@staycover.example>' },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
