import { isIPv6 } from 'node:net';
import { join, resolve } from 'node:path';
import { freePort, holdPort } from '@staycover/infra';
import type { Say } from '../provisioning/database.ts';
import type { ChildSpec } from './child.ts';
import type { NatsLogin, PlatformNats } from './nats.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Where Node keeps what it has compiled; preflight.mjs has the same. */
export const COMPILED = join(ROOT, '.cache/compiled');

const SERVICES = ['policy', 'contract', 'billing', 'renewal', 'claims', 'insight'] as const;
const FIRST_PORT = 8_081;
const GATEWAY = 'gateway';

/** A process of a service, or of the gateway. */
export type Process = { name: string; service: (typeof SERVICES)[number] | typeof GATEWAY };

/** `policy`, `contract`, …, `gateway`, then `policy-2`, `contract-2`, … */
export const listProcesses = (replicas: number): Process[] =>
  Array.from({ length: replicas }, (_, i) =>
    [...SERVICES, GATEWAY].map((service) => ({ service, name: i === 0 ? service : `${service}-${i + 1}` }) as Process),
  ).flat();

/** Where a gateway listens; `GATEWAY_HOST` names another address than that of this machine alone. */
const gatewayHost = (): string => process.env['GATEWAY_HOST'] || '127.0.0.1';

/** Addresses at which `127.0.0.1` is met, too. */
const AT_LOOPBACK = ['127.0.0.1', 'localhost', '0.0.0.0', '::'];

/** How this machine reaches a gateway: by `loopback`, unless it listens at another address alone. */
export const gatewayAt = (port: number, loopback = 'localhost'): string => {
  const host = gatewayHost();
  const name = AT_LOOPBACK.includes(host) ? loopback : isIPv6(host) ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

const isGateway = ({ service }: Process): boolean => service === GATEWAY;

/** The order to stop in: the gateways, then the services, so that callers stop first. */
export const stopOrder = (processes: readonly Process[]): string[][] =>
  [processes.filter(isGateway), processes.filter((each) => !isGateway(each))].map((group) =>
    group.map(({ name }) => name),
  );

/** A port for each process, kept for it until they are released. */
export type ChosenPorts = { ports: Record<string, number>; release(): void };

/** Chooses ports: with `gatewayPort` the usual ones where they are free, without it any. */
export const choosePorts = async (
  processes: readonly Process[],
  gatewayPort: number | undefined,
  say: Say,
): Promise<ChosenPorts> => {
  const ports: Record<string, number> = {};
  const releases: (() => void)[] = [];
  const others = processes
    .filter(({ name }) => name !== GATEWAY)
    .toSorted((a, b) => Number(isGateway(a)) - Number(isGateway(b)));
  const wanted: [string, number | undefined][] = [
    [GATEWAY, gatewayPort],
    ...others.map(({ name }, i): [string, number | undefined] => [
      name,
      gatewayPort === undefined ? undefined : FIRST_PORT + i,
    ]),
  ];
  for (const [name, preferred] of wanted) {
    const { port, release } = await nextFree(preferred);
    ports[name] = port;
    releases.push(release);
    if (preferred && port !== preferred) say(`Port ${preferred} is taken, ${name} uses ${port}`);
  }
  return { ports, release: () => releases.forEach((release) => release()) };
};

/** One that is chosen is not listened on yet: neither we nor another start may choose it, too. */
const nextFree = async (preferred: number | undefined): Promise<{ port: number; release: () => void }> => {
  const port = await freePort(preferred);
  const release = await holdPort(port);
  return release ? { port, release } : nextFree(port + 1);
};

export type Surroundings = {
  ports: Readonly<Record<string, number>>;
  databaseFor: (service: string) => Record<string, string>;
  nats: PlatformNats;
  /** More environment for every process. */
  env: Record<string, string>;
  /** The folder of the code to run: this one, unless another release is given. */
  code?: string | undefined;
  /** The URL of a module to load before it. */
  register?: string | undefined;
};

/** How this machine reaches a process. */
const getAddress = (each: Process, ports: Readonly<Record<string, number>>): string =>
  isGateway(each) ? gatewayAt(ports[each.name]!, '127.0.0.1') : `http://127.0.0.1:${ports[each.name]}`;

/** The first gateway, and where each process listens, by its name. */
export const listAddresses = (
  processes: readonly Process[],
  ports: Readonly<Record<string, number>>,
): { gatewayUrl: string; urls: Record<string, string> } => ({
  gatewayUrl: gatewayAt(ports[GATEWAY]!),
  urls: Object.fromEntries(processes.map((each) => [each.name, getAddress(each, ports)])),
});

/** How each process is started. */
export const childSpecs = (
  processes: readonly Process[],
  { ports, databaseFor, nats, env, code = ROOT, register }: Surroundings,
): ChildSpec[] => {
  const publicUrl = gatewayAt(ports[GATEWAY]!);
  const joinUrls = (wanted: string): string =>
    processes
      .filter(({ service }) => service === wanted)
      .map(({ name }) => `http://127.0.0.1:${ports[name]}`)
      .join(',');
  const upstreams = SERVICES.map((name) => [`${name.toUpperCase()}_URL`, joinUrls(name)]);
  const ownEnvironment = (each: Process): Record<string, string> =>
    isGateway(each)
      ? {
          DATABASE_URL: '',
          ...databaseFor(GATEWAY),
          HOST: gatewayHost(),
          NATS_PUBLIC_HOST: process.env['NATS_PUBLIC_HOST'] || firstHost(nats.server.url),
          ...Object.fromEntries(upstreams),
        }
      : { ...databaseFor(each.service), NATS_URL: nats.server.url, ...natsEnvironment(nats.loginFor(each.service)) };
  return processes.map((each) => ({
    name: each.name,
    command: process.execPath,
    ...serviceCode(each.service, code, register),
    readyUrl: `${getAddress(each, ports)}/readyz`,
    // What is compiled already starts in two thirds of the time.
    env: {
      NODE_COMPILE_CACHE: COMPILED,
      // A quarter of the default for new objects: 50 MiB less under load. V8 reads it before the first line of code.
      NODE_OPTIONS: '--max-semi-space-size=8',
      // Who tries it out receives webhooks on this machine.
      WEBHOOK_TARGETS: 'local',
      ...process.env,
      // Some shells and compilers have a HOST that means something else; one METRICS_PORT is none for several processes.
      HOST: '127.0.0.1',
      METRICS_PORT: '',
      PUBLIC_URL: process.env['PUBLIC_URL'] || publicUrl,
      PORT: String(ports[each.name]),
      ...env,
      ...ownEnvironment(each),
    },
  }));
};

/** Host and port of the first of several addresses. */
const firstHost = (urls: string): string => URL.parse(urls.split(',')[0]!)?.host ?? '';

/** What a service is started by: its code in a folder of this release or of another, after the module `register`. */
export const serviceCode = (service: string, code = ROOT, register?: string): Pick<ChildSpec, 'args' | 'cwd'> => ({
  args: [...(register ? ['--import', register] : []), join(code, 'services', service, 'src/main.ts')],
  cwd: code,
});

const natsEnvironment = ({ user, password, domain }: NatsLogin): Record<string, string> =>
  user ? { NATS_USER: user, NATS_PASSWORD: password ?? '', ...(domain && { NATS_DOMAIN: domain }) } : {};
