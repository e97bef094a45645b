import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@staycover/infra';
import { childSpecs, choosePorts, listProcesses } from './processes.ts';

const given = process.env;

beforeEach(() => {
  process.env = { ...given };
});

afterEach(() => {
  process.env = given;
});

/** How each process is started, by its name. */
const specsByName = () => {
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
  return Object.fromEntries(specs.map((spec) => [spec.name, spec]));
};

test('any port that is free may be asked for, and none is then called taken', async () => {
  const lines: string[] = [];
  const { ports, release } = await choosePorts(listProcesses(1), 0, (line) => void lines.push(line));
  release();
  expect(ports['gateway']).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes('gateway'))).toEqual([]);
});

test('two starts at the same moment choose other ports, until one gives up its own', async () => {
  const preferred = await freePort();
  const choose = () => choosePorts(listProcesses(2), preferred, () => undefined);
  const chosen = await Promise.all([choose(), choose()]);
  const all = chosen.flatMap(({ ports }) => Object.values(ports));
  expect(new Set(all).size).toBe(2 * 14);
  for (const { release } of chosen) release();
  const again = await choose();
  again.release();
  expect(again.ports['gateway']).toBe(preferred);
});

test.each([
  ['', '127.0.0.1', 'http://127.0.0.1:8080/readyz', 'http://localhost:8080'],
  ['0.0.0.0', '0.0.0.0', 'http://127.0.0.1:8080/readyz', 'http://localhost:8080'],
  ['127.0.0.2', '127.0.0.2', 'http://127.0.0.2:8080/readyz', 'http://127.0.0.2:8080'],
  ['fd00::7', 'fd00::7', 'http://[fd00::7]:8080/readyz', 'http://[fd00::7]:8080'],
])('GATEWAY_HOST %j is where the gateway listens, and where it is met', (host, listens, readyUrl, publicUrl) => {
  process.env['GATEWAY_HOST'] = host;
  const { gateway, billing } = specsByName();
  expect(gateway).toMatchObject({ readyUrl, env: { HOST: listens, PUBLIC_URL: publicUrl } });
  expect(billing).toMatchObject({ readyUrl: 'http://127.0.0.1:8083/readyz', env: { PUBLIC_URL: publicUrl } });
});

test('PUBLIC_URL and NATS_PUBLIC_HOST are those of the environment, else what was started', () => {
  Object.assign(process.env, { PUBLIC_URL: '', NATS_PUBLIC_HOST: '', GATEWAY_HOST: '' });
  expect(specsByName()['gateway']!.env).toMatchObject({
    PUBLIC_URL: 'http://localhost:8080',
    NATS_PUBLIC_HOST: '127.0.0.1:4222',
  });
  const own = { PUBLIC_URL: 'https://tunnel.example', NATS_PUBLIC_HOST: 'nats.example:4222' };
  Object.assign(process.env, own);
  expect(specsByName()['gateway']!.env).toMatchObject(own);
});

test('services listen on this machine alone, whatever HOST is, and each has its metrics at its own port', () => {
  Object.assign(process.env, { HOST: '0.0.0.0', METRICS_PORT: '9464', GATEWAY_HOST: '' });
  const { gateway, billing } = specsByName();
  for (const { env } of [gateway!, billing!]) expect(env).toMatchObject({ HOST: '127.0.0.1', METRICS_PORT: '' });
});
