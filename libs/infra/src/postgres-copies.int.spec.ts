import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { freePort } from './ports.ts';
import { findPostgres } from './postgres.ts';
import {
  archivePostgres,
  archiveRest,
  asRestored,
  asStandby,
  backUpPostgres,
  commitOnStandby,
  type PostgresSettings,
  promotePostgres,
  reserveWal,
  untilPrimary,
} from './postgres-copies.ts';
import type { Server } from './server.ts';
import { createWorldPerTest, withClient } from './spec-world.ts';

const world = createWorldPerTest();

const startIn = async (folder: string, settings: PostgresSettings): Promise<Server> => {
  const dataDir = join(world.dataDir, folder);
  const server = await findPostgres({ ...world.options(false), dataDir, port: await freePort(), settings });
  world.servers.push(server);
  return server;
};

const ask = <Row>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query(text)).rows as Row[]);

const note = (url: string, text: string): Promise<unknown> => ask(url, `insert into note values ('${text}')`);
const notes = async (url: string): Promise<string[]> =>
  (await ask<{ text: string }>(url, 'select text from note order by text')).map(({ text }) => text);

test('a server is restored to a moment, and a standby of it takes over with every commit', async () => {
  const primary = await startIn('primary', { archive_mode: 'on' });
  const [archive, backup] = [join(world.dataDir, 'archive'), join(world.dataDir, 'backup')];
  await ask(primary.url, 'create table note (text text)');
  await note(primary.url, '1 before the backup');
  await archivePostgres(primary.url, archive);
  await backUpPostgres(primary.url, backup);
  await note(primary.url, '2 after the backup');
  const [row] = await ask<{ now: Date }>(primary.url, 'select clock_timestamp() as now');
  const until = row!.now.toISOString();
  await note(primary.url, '3 by mistake');
  await archiveRest(primary.url);
  process.kill(primary.pid!, 'SIGKILL');

  const settings = await asRestored(backup, join(world.dataDir, 'restored'), { archive, until });
  const restored = await startIn('restored', settings);
  await untilPrimary(restored.url);
  expect(await notes(restored.url)).toEqual(['1 before the backup', '2 after the backup']);

  await reserveWal(restored.url, 'second');
  await backUpPostgres(restored.url, join(world.dataDir, 'second'));
  const following = await asStandby(join(world.dataDir, 'second'), restored.url, 'second');
  const standby = await startIn('second', following);
  await commitOnStandby(restored.url, 'second');
  await note(restored.url, '4 on both');
  process.kill(restored.pid!, 'SIGKILL');
  await promotePostgres(standby.url);

  await note(standby.url, '5 on the new primary');
  expect(await notes(standby.url)).toEqual([
    '1 before the backup',
    '2 after the backup',
    '4 on both',
    '5 on the new primary',
  ]);
});
