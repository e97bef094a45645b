import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { natsContainer } from './containers.ts';
import { claim, type Footprint, finishRemoval, stopEarlier, sweepTemporary, temporaryFolder } from './folders.ts';
import { findNatsCommand, type NatsCommand } from './nats-command.ts';
import { freePort, withFreshPorts } from './ports.ts';
import { launch, run, stopProcess, untilReady } from './processes.ts';
import { borrowed, type FindOptions, once, type Server } from './server.ts';

const PREFERRED_PORT = 4222;
const LOG_FILE = 'nats-server.log';
const PREFERRED_MONITOR_PORT = 8222;

/** How to recognise a NATS server. */
export const NATS: Footprint = {
  name: 'NATS',
  pidFile: 'nats-server.pid',
  marker: 'nats.conf',
  steps: [['SIGTERM', 15_000]],
};

/**
 * What a configuration file needs to know; it names no address, which depends on where the server runs.
 * `version` is the server's: 2.9 refuses options that came later.
 */
export type NatsConfigInput = {
  storeDir: string;
  port: number;
  monitorPort: number;
  version: string;
  membership?: NatsMembership;
};

/** What makes a server a node of a cluster: its name there, where it listens for the others, and where they do. */
export type NatsMembership = { cluster: string; name: string; port: number; others: readonly number[] };

export type NatsOptions = FindOptions & {
  /** Replaces the contents of the configuration file. */
  config?: (input: NatsConfigInput) => string;
};

/**
 * Finds a NATS server with JetStream: `NATS_URL`, else a container when `containers` names images, else nats-server on
 * the PATH, from the Debian or Ubuntu archive, or in Docker. `config` replaces the contents of its configuration file.
 */
export async function findNats(options: NatsOptions): Promise<Server> {
  const { containers, config, say } = options;
  if (process.env.NATS_URL) return borrowed('NATS', 'NATS_URL', process.env.NATS_URL, say);
  const inContainer = config?.({ storeDir: '/data', port: 4222, monitorPort: 8222, version: '2.12.0' });
  return (containers && (await natsContainer(containers.nats, inContainer, say))) || startNats(options);
}

/** Where a NATS server keeps what belongs to a data directory. */
export const natsFolder = (dataDir: string): string => resolve(dataDir, 'nats');

type StartOptions = NatsOptions & { membership?: NatsMembership };

/** Starts nats-server, alone or as a node of a cluster. */
export async function startNats(options: StartOptions): Promise<Server & { monitorUrl: string }> {
  const { dataDir, ephemeral, say } = options;
  const command = await findNatsCommand(say);
  const folder = ephemeral ? await temporaryFolder('nats') : natsFolder(dataDir);
  await mkdir(folder, { recursive: true });
  if (ephemeral) await sweepTemporary('nats', NATS, process.getuid?.(), say);
  await finishRemoval(folder, NATS, say);
  await stopEarlier(folder, NATS, say);
  await claim(folder);

  const discard = async () => {
    if (ephemeral) await rm(folder, { recursive: true, force: true });
  };
  const { pid, ports } = await withFreshPorts(() => serve(options, command, folder)).catch(async (error) => {
    await discard();
    throw error;
  });
  const stop = once(() => stopProcess(pid, NATS.steps).then(discard));
  const address = `127.0.0.1:${ports.port}`;
  const fate = ephemeral ? 'thrown away at stop' : `data in ${folder}`;
  const details = `${address}, monitor on port ${ports.monitorPort}, ${fate}`;
  say(`NATS: ready on ${details} (nats-server ${command.version})`);
  const monitorUrl = `http://127.0.0.1:${ports.monitorPort}`;
  return { url: `nats://${address}`, description: `NATS on ${details}`, stop, pid, monitorUrl };
}

async function serve(options: StartOptions, command: NatsCommand, folder: string) {
  const ports = await choosePorts(options);
  const config = options.config ?? ((input: NatsConfigInput) => natsSettings(input, !options.ephemeral));
  const { version } = command;
  const { membership } = options;
  const text = config({ storeDir: folder, ...ports, version, ...(membership && { membership }) });
  await writeFile(join(folder, 'nats.conf'), text, { mode: 0o600 });
  const server = await launchNats(command, folder, ports);
  await untilReady('NATS', server, NATS.steps, () => greet(ports.port, join(folder, LOG_FILE)));
  return { pid: server.pid, ports };
}

async function choosePorts({ ephemeral, port: wanted, say }: FindOptions) {
  const preferred = wanted ?? (ephemeral ? undefined : PREFERRED_PORT);
  const port = await freePort(preferred);
  if (preferred && port !== preferred) say(`NATS: port ${preferred} is taken, using ${port}`);
  return { port, monitorPort: await freePort(ephemeral ? undefined : PREFERRED_MONITOR_PORT) };
}

/**
 * What every configuration file starts with: ports, JetStream, the cluster if there is one. Every write reaches the disk
 * before it is acknowledged when `durable` and the server can (2.10).
 */
export function natsSettings(input: NatsConfigInput, durable: boolean): string {
  const { storeDir, port, monitorPort, version, membership } = input;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const syncAlways = durable && (major > 2 || minor >= 10);
  return [
    `port: ${port}`,
    `http_port: ${monitorPort}`,
    'max_payload: 1MB',
    'jetstream {',
    `  store_dir: ${JSON.stringify(storeDir)}`,
    // What streams may hold is reserved of this; without it, of three quarters of what is free when the server starts.
    '  max_file_store: 1TB',
    ...(syncAlways ? ['  sync_interval: always'] : []),
    '}',
    ...(membership ? membershipSettings(membership) : []),
    '',
  ].join('\n');
}

// Clients are given all addresses, and learn no others: there may be something between them and the servers.
const membershipSettings = ({ cluster, name, port, others }: NatsMembership): string[] => [
  `server_name: ${name}`,
  'cluster {',
  `  name: ${cluster}`,
  `  listen: "127.0.0.1:${port}"`,
  '  no_advertise: true',
  `  routes: [${others.map((other) => `"nats-route://127.0.0.1:${other}"`).join(', ')}]`,
  '}',
];

async function launchNats(command: NatsCommand, folder: string, ports: { port: number; monitorPort: number }) {
  const logFile = join(folder, LOG_FILE);
  const configFile = join(folder, 'nats.conf');
  if ('program' in command) {
    // The address on the command line wins over the file: no configuration opens a developer's server to the network.
    const args = ['-c', configFile, '-a', '127.0.0.1', '-P', join(folder, NATS.pidFile)];
    return launch(command.program, args, { logFile });
  }
  return launchInDocker(command.image, { folder, configFile, logFile, ...ports });
}

type DockerPlan = { folder: string; configFile: string; logFile: string; port: number; monitorPort: number };

async function launchInDocker(image: string, { folder, configFile, logFile, port, monitorPort }: DockerPlan) {
  const name = `staycover-nats-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  await run('docker', ['rm', '--force', name]).catch(() => {});
  const published = [port, monitorPort].flatMap((each) => ['--publish', `127.0.0.1:${each}:${each}`]);
  const user = process.getuid ? ['--user', `${process.getuid()}:${process.getgid!()}`] : [];
  const args = ['run', '--rm', '--name', name, ...published, ...user, '--volume', `${folder}:${folder}`];
  return launch('docker', [...args, image, '-c', configFile], { logFile });
}

/** Throws unless the server that wrote this log answers: another may have taken the port. */
async function greet(port: number, logFile: string): Promise<void> {
  const id = await greeting(port);
  if (!(await readFile(logFile, 'utf8')).includes(id)) throw new Error('another server has the port');
}

/** The server's id, of its first line, INFO, which it sends when it is ready for clients. */
function greeting(port: number): Promise<string> {
  return new Promise((greeted, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(2_000, () => socket.destroy(new Error('no greeting')));
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      const id = /^INFO .*?"server_id":"(\w+)"/.exec(data.toString())?.[1];
      if (id) greeted(id);
      else reject(new Error('not a NATS server'));
    });
  });
}
