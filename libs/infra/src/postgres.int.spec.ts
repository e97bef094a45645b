import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { freePort } from './ports.ts';
import { findPostgres } from './postgres.ts';
import type { Server } from './server.ts';
import { createWorldPerTest, withClient } from './spec-world.ts';

const world = createWorldPerTest();

async function start(ephemeral: boolean): Promise<Server> {
  const server = await findPostgres(world.options(ephemeral));
  world.servers.push(server);
  return server;
}

const setting = (url: string, name: string): Promise<string> =>
  withClient(url, async (client) => (await client.query(`show ${name}`)).rows[0][name]);

describe('PostgreSQL', () => {
  test.each([
    { ephemeral: true, fsync: 'off', connections: '300' },
    { ephemeral: false, fsync: 'on', connections: '200' },
  ])('has fsync $fsync and $connections connections when ephemeral is $ephemeral', async (expected) => {
    const { url } = await start(expected.ephemeral);

    expect(await setting(url, 'fsync')).toBe(expected.fsync);
    expect(await setting(url, 'max_connections')).toBe(expected.connections);
    expect(await setting(url, 'listen_addresses')).toBe('127.0.0.1');
  });

  test('has a socket in its folder, unless the path of that is too long', async () => {
    const { url, socketFolder } = await start(false);
    expect(await setting(`${url}?host=${encodeURIComponent(socketFolder!)}`, 'port')).toBe(String(world.port));
    const long = join(world.dataDir, 'x'.repeat(80));
    const server = await findPostgres({ ...world.options(false), dataDir: long, port: await freePort() });
    world.servers.push(server);
    expect(server.socketFolder).toBeUndefined();
    expect(await setting(server.url, 'unix_socket_directories')).toBe('');
  });

  test('wants the password', async () => {
    const { url } = await start(true);
    const wrong = url.replace(':development@', ':wrong@');

    await expect(setting(wrong, 'port')).rejects.toThrow('password authentication failed');
  });

  test('ignores files of a server that was killed with a number that now belongs to another program', async () => {
    const first = await start(false);
    const folder = join(world.dataDir, 'postgres');
    const files = [join(folder, 'data', 'postmaster.pid'), join(folder, `.s.PGSQL.${world.port}.lock`)];
    const noted = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await first.stop();
    const { uid } = await stat(folder);
    const other = spawn('sleep', ['60'], { uid });
    for (const [i, file] of files.entries()) await writeFile(file, noted[i]!.replace(/^\d+/, String(other.pid)));

    const second = await start(false).finally(() => other.kill());

    expect(await setting(second.url, 'port')).toBe(String(world.port));
  });

  test('does not begin empty beside events of an earlier database without a word', async () => {
    await (await start(false)).stop();
    expect(world.lines.join()).not.toContain('events of an earlier database');
    await mkdir(join(world.dataDir, 'nats/jetstream/STAYCOVER/streams/CONTRACT'), { recursive: true });
    await (await start(false)).stop();
    expect(world.lines.join()).not.toContain('events of an earlier database');
    const owner = join(world.dataDir, 'nats/owner.pid');
    await writeFile(owner, 'being removed');
    await rm(join(world.dataDir, 'postgres'), { recursive: true });
    await (await start(false)).stop();
    expect(world.lines.join()).not.toContain('events of an earlier database');
    await writeFile(owner, '');
    await rm(join(world.dataDir, 'postgres'), { recursive: true });
    await start(false);
    expect(world.lines).toContain(
      `PostgreSQL: ${world.dataDir} has events of an earlier database, which is not found.`,
    );
  });

  test('explains what to do about the data of another major version', async () => {
    await (await start(false)).stop();
    await writeFile(join(world.dataDir, 'postgres', 'data', 'PG_VERSION'), '16\n');

    await expect(start(false)).rejects.toThrow(/was made by PostgreSQL 16, and this is PostgreSQL 18: dump it/);
  });

  test('DATABASE_URL is used unchanged, and its password is not printed', async () => {
    process.env.DATABASE_URL = 'postgres://admin:secret@database.example/postgres';

    const server = await start(true);

    expect(server.url).toBe(process.env.DATABASE_URL);
    expect(world.lines).toEqual(['PostgreSQL: using DATABASE_URL, postgres://database.example/postgres']);
  });
});
