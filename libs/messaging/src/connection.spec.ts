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

test('a process exits and logs the reason when its credentials are rejected on reconnect', async () => {
  let accepts = true;
  const double = await startDouble(() => accepts);
  const script = `import { connectNats } from ${JSON.stringify(new URL('connection.ts', import.meta.url).href)};
    await connectNats({ url: '${double.url}', service: 'policy', user: 'policy', password: 'old', logger: { warn() {} } });
    console.log('connected');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const output = text(child.stderr);
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  await new Promise((resolve) => void child.stdout.once('data', resolve));

  accepts = false;
  double.cut();
  expect(await ended).toBe(1);
  expect(await output).toContain('Authorization Violation');
  double.close();
});
