import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { findNats } from './nats.ts';
import { findPostgres } from './postgres.ts';
import { commandLine } from './processes.ts';
import type { Server } from './server.ts';
import { createWorldPerTest, withClient } from './spec-world.ts';

const world = createWorldPerTest();
const otherRuns: ChildProcess[] = [];

afterEach(() => {
  for (const run of otherRuns.splice(0)) run.kill('SIGKILL');
});

const KINDS = {
  PostgreSQL: { find: findPostgres, source: 'postgres.ts', name: 'findPostgres', write: writeRow, read: readRow },
  NATS: { find: findNats, source: 'nats.ts', name: 'findNats', write: writeStream, read: readStream },
};

type Kind = (typeof KINDS)[keyof typeof KINDS];

async function start({ find }: Kind, ephemeral: boolean): Promise<Server> {
  const server = await find(world.options(ephemeral));
  world.servers.push(server);
  return server;
}

async function writeRow(url: string) {
  await withClient(url, (client) => client.query(`create table kept as select 'kept' as word`));
}

async function readRow(url: string): Promise<string> {
  return withClient(url, async (client) => (await client.query('select word from kept')).rows[0].word);
}

async function withStreams<T>(url: string, use: (streams: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>) {
  const connection = await connect({ servers: url });
  return use(await jetstreamManager(connection)).finally(() => connection.close());
}

async function writeStream(url: string) {
  await withStreams(url, (manager) => manager.streams.add({ name: 'kept', subjects: ['kept'] }));
}

async function readStream(url: string): Promise<string> {
  return withStreams(url, async (manager) => (await manager.streams.info('kept')).config.name);
}

/** Starts a server in a process of its own, which then can be killed as a whole run would be. */
async function startInAnotherRun({ source, name }: Kind, ephemeral: boolean) {
  const { dataDir, port } = world;
  const call = `import { ${name} } from ${JSON.stringify(join(import.meta.dirname, source))};
    const server = await ${name}({ ...${JSON.stringify({ dataDir, ephemeral, port })}, say() {} });
    console.log(JSON.stringify(server));
    setInterval(() => {}, 1000);`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', call], { stdio: ['ignore', 'pipe', 'inherit'] });
  otherRuns.push(run);
  for await (const line of createInterface({ input: run.stdout })) return { run, server: JSON.parse(line) as Server };
  throw new Error('The other run did not start a server');
}

async function kill(run: ChildProcess) {
  run.kill('SIGKILL');
  while (await commandLine(run.pid!)) await delay(10);
}

describe.each(Object.entries(KINDS))('%s', (name, kind) => {
  test('an ephemeral server works and cleans up', async () => {
    const server = await start(kind, true);
    await kind.write(server.url);
    expect(await kind.read(server.url)).toBe('kept');
    const parts = (await commandLine(server.pid!))!.split('\0');
    const inFolder = parts.find((part) => /\/staycover-(postgres|nats)-/.test(part));
    expect(existsSync(inFolder!)).toBe(true);

    await Promise.all([server.stop(), server.stop()]);

    expect(await commandLine(server.pid!)).toBeUndefined();
    expect(existsSync(dirname(inFolder!))).toBe(false);
    expect(existsSync(join(world.dataDir, 'postgres'))).toBe(false);
  });

  test('a lasting server finds its data again', async () => {
    const first = await start(kind, false);
    await kind.write(first.url);
    await first.stop();

    const second = await start(kind, false);

    expect(await kind.read(second.url)).toBe('kept');
  });

  test('the server of a killed run is stopped, and its data is there', async () => {
    const { run, server: earlier } = await startInAnotherRun(kind, false);
    await kind.write(earlier.url);
    await kill(run);
    expect(await commandLine(earlier.pid!)).toBeDefined();

    const server = await start(kind, false);

    expect(world.lines).toContain(`${name}: stopping process ${earlier.pid}, left behind by an earlier run`);
    expect(await commandLine(earlier.pid!)).toBeUndefined();
    expect(await kind.read(server.url)).toBe('kept');
  });

  test('the ephemeral server of a killed run is stopped and removed', async () => {
    const { run, server: earlier } = await startInAnotherRun(kind, true);
    await kill(run);

    await start(kind, true);

    expect(await commandLine(earlier.pid!)).toBeUndefined();
  });

  test('the server of a run that still lives is left alone', async () => {
    const { run, server } = await startInAnotherRun(kind, false);

    await expect(start(kind, false)).rejects.toThrow(`in use by process ${run.pid}: stop that one first`);

    await kind.write(server.url);
    await kill(run);
    await start(kind, false);
  });

  test('a server that was itself killed starts again', async () => {
    const killed = await start(kind, false);
    await kind.write(killed.url);
    process.kill(killed.pid!, 'SIGKILL');
    while (await commandLine(killed.pid!)) await delay(10);

    const server = await start(kind, false);

    expect(await kind.read(server.url)).toBe('kept');
  });

  test('a taken port is replaced by the next free one, which is printed', async () => {
    const first = await start(kind, true);

    const second = await start(kind, true);

    const [taken, used] = [Number(new URL(first.url).port), Number(new URL(second.url).port)];
    expect(used).toBeGreaterThan(taken);
    expect(world.lines).toContain(`${name}: port ${taken} is taken, using ${used}`);
  });

  test('servers that are started at once on one port all come up, each on its own', async () => {
    const servers = await Promise.all(Array.from({ length: 4 }, () => start(kind, true)));

    expect(new Set(servers.map(({ url }) => url)).size).toBe(4);
    await kind.write(servers[0]!.url);
    await expect(kind.read(servers[1]!.url)).rejects.toThrow(/kept|stream not found/);
  });
});
