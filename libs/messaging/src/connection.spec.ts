import { spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const INFO = `INFO ${JSON.stringify({ server_id: 'double', version: '2.12.0', headers: true, max_payload: 2 ** 20, auth_required: true })}\r\n`;
const REFUSED = `-ERR 'Authorization Violation'\r\n`;

/** Speaks as much of NATS as a login needs. */
const startDouble = async (accepts: () => boolean) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.write(INFO);
    socket.on('data', (sent) => {
      if (!accepts()) socket.end(REFUSED);
      else if (sent.includes('PING')) socket.write('PONG\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const cut = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    close: () => (cut(), server.close()),
  };
};

const CONNECT = `import { connectNats } from ${JSON.stringify(new URL('connection.ts', import.meta.url).href)};
  const logger = { warn() {}, fatal: (_details, line) => console.log('fatal', line) };
  const connect = (url, onRefused) =>
    connectNats({ url, service: 'policy', user: 'policy', password: 'old', logger, ...(onRefused && { onRefused }) });`;

const REFUSAL = 'fatal NATS refuses the login of NATS_USER and NATS_PASSWORD, or of NATS_URL';

test.each([
  ['as it is asked to', `() => (console.log('drains'), process.exit(7))`, 7, /\ndrains\n$/],
  ['by an exception when it is not asked', 'undefined', 1, /another\n$/],
])('a process logs why and ends when NATS refuses its login on reconnect, %s', async (_how, onRefused, code, end) => {
  let accepts = true;
  const double = await startDouble(() => accepts);
  const script = `${CONNECT} await connect('${double.url}', ${onRefused}); console.log('connected');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const output = text(child.stdout);
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  await new Promise((resolve) => void child.stdout.once('data', resolve));

  accepts = false;
  double.cut();
  expect(await ended).toBe(code);
  expect((await output).split(REFUSAL)).toHaveLength(2);
  expect(await output).toMatch(end);
  double.close();
});

test('a start that NATS refuses fails with the same words', async () => {
  const double = await startDouble(() => false);
  const script = `${CONNECT} await connect('${double.url}').catch((error) => console.log('refused', error.message));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  expect((await text(child.stdout)).split('\n')).toEqual([
    expect.stringContaining(REFUSAL),
    expect.stringContaining('refused NATS refuses the login of NATS_USER'),
    '',
  ]);
  double.close();
});
