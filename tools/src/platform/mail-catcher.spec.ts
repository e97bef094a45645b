import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { startMailCatcher } from './mail-catcher.ts';

const opened: { stop(): Promise<void> }[] = [];

afterEach(async () => void (await Promise.all(opened.splice(0).map((catcher) => catcher.stop()))));

/** A client that has sent the beginning of a text. */
const beginMail = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  for (const line of ['EHLO spec', 'MAIL FROM:<a@b.example>', 'RCPT TO:<c@d.example>', 'DATA']) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'data');
  socket.write('Subject: Half\r\n\r\nof a te');
  return socket;
};

test('a mail that breaks off is none, and the next one is reported', async () => {
  const lines: string[] = [];
  const catcher = await startMailCatcher((line) => void lines.push(line));
  opened.push(catcher);
  const port = Number(new URL(catcher.environment['SMTP_URL']!).port);
  const left = await beginMail(port);
  left.destroy();
  await once(left, 'close');
  const whole = await beginMail(port);
  whole.write('xt\r\n.\r\n');
  expect(String(await once(whole, 'data'))).toMatch(/^250/);
  whole.destroy();
  expect(lines).toEqual(['Mail to c@d.example: Half']);
});
