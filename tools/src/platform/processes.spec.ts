import { afterEach, expect, test } from '@jest/globals';
import { childSpecs, choosePorts, listProcesses } from './processes.ts';

const given = process.env['GATEWAY_HOST'];

afterEach(() => {
  if (given === undefined) delete process.env['GATEWAY_HOST'];
  else process.env['GATEWAY_HOST'] = given;
});

test('any port that is free may be asked for, and none is then called taken', async () => {
  const lines: string[] = [];
  const ports = await choosePorts(listProcesses(1), 0, (line) => void lines.push(line));
  expect(ports['gateway']).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('gateway'))).toEqual([]);
});

test.each([
  ['', '127.0.0.1', 'http://127.0.0.1:8080/readyz', 'http://localhost:8080'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:8080/readyz', 'http://localhost:8080'],
  ['127.0.0.2', '127.0.0.2', 'http://127.0.0.2:8080/readyz', 'http://127.0.0.2:8080'],
  ['fd00::7', 'fd00::7', 'http://[fd00::7]:8080/readyz', 'http://[fd00::7]:8080'],
])('GATEWAY_HOST %j is where the gateway listens, and where it is met', (host, listens, readyUrl, publicUrl) => {
  process.env['GATEWAY_HOST'] = host;
  const processes = listProcesses(1);
  const specs = childSpecs(processes, {
    ports: Object.fromEntries(processes.map(({ name }, i) => [name, name === 'gateway' ? 8_080 : 8_081 + i])),
    databaseFor: () => ({}),
    nats: {
      server: { url: 'nats://127.0.0.1:4222', description: 'NATS', stop: async () => undefined },
      loginFor: () => ({}),
    },
    env: {},
  });
  const find = (wanted: string) => specs.find(({ name }) => name === wanted)!;
  expect(find('gateway')).toMatchObject({ readyUrl, env: { HOST: listens, PUBLIC_URL: publicUrl } });
  expect(find('billing')).toMatchObject({ readyUrl: 'http://127.0.0.1:8083/readyz', env: { PUBLIC_URL: publicUrl } });
});
