import { rm } from 'node:fs/promises';
import { afterEach, beforeEach } from '@jest/globals';
import { Client } from 'pg';
import { passableFolder } from './folders.ts';
import { freePort } from './ports.ts';
import type { FindOptions, Server } from './server.ts';

/** What one test works with; `servers` are stopped when it ends. */
export type World = { dataDir: string; port: number; lines: string[]; servers: Server[]; options: typeof options };

const world = {} as World;

const options = (ephemeral: boolean): FindOptions => ({
  dataDir: world.dataDir,
  ephemeral,
  port: world.port,
  say: (line) => void world.lines.push(line),
});

/** Gives every test a data folder of its own, with a space in its path, and no servers from the environment. */
export function createWorldPerTest(): World {
  let given: NodeJS.ProcessEnv;
  beforeEach(async () => {
    const dataDir = await passableFolder('infra spec ');
    Object.assign(world, { dataDir, port: await freePort(), lines: [], servers: [], options });
    given = { ...process.env };
    delete process.env.DATABASE_URL;
    delete process.env.NATS_URL;
  });
  afterEach(async () => {
    process.env = given;
    await Promise.all(world.servers.map((server) => server.stop()));
    await rm(world.dataDir, { recursive: true });
  });
  return world;
}

/** Runs `use` with a connection to the database at `url`. */
export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return use(client).finally(() => client.end());
}
