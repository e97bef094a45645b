import { chmod, copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fromArchive } from './archive.ts';
import { IMAGES, imageNames } from './images.ts';
import { run } from './processes.ts';
import type { Say } from './server.ts';
import { writeAtomically } from './write-atomically.ts';

/** How to run nats-server: with a program of this machine, or with the Docker image. */
export type NatsCommand = { program: string; version: string } | { image: string; version: string };

const CACHED = resolve(import.meta.dirname, '../../../.cache/nats-server/nats-server');
const PATIENCE = 180_000;

/** Finds nats-server on the PATH, in the project's cache, in the system's package archive, or in Docker. */
export async function findNatsCommand(say: Say): Promise<NatsCommand> {
  for (const program of ['nats-server', CACHED]) {
    const version = await readVersion(program);
    if (version) return { program, version };
  }
  return (await fromPackages(say)) ?? (await fromDocker(say)) ?? missing();
}

function missing(): never {
  throw new Error(
    'There is no nats-server: install it (https://nats.io/download, or `brew install nats-server`) ' +
      'so that it is on the PATH, start Docker, or set NATS_URL to a server with JetStream',
  );
}

async function readVersion(program: string): Promise<string | undefined> {
  const output = await run(program, ['--version']).catch(() => undefined);
  return output && /v?(\d+\.\d+\.\d+)/.exec(output.stdout)?.[1];
}

async function fromPackages(say: Say): Promise<NatsCommand | undefined> {
  try {
    await run('apt-get', ['--version']);
    say('NATS: no nats-server on the PATH; fetching it from the package archive into .cache/nats-server');
    await fromArchive(['nats-server'], (unpacked) => keep(join(unpacked, 'usr/sbin/nats-server')));
    const version = await readVersion(CACHED);
    return version ? { program: CACHED, version } : undefined;
  } catch (error) {
    printReason('the package archive', error, say);
    return undefined;
  }
}

/** Prints why a source failed, unless it does not exist. */
function printReason(source: string, error: unknown, say: Say): void {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT') say(`NATS: ${source} did not help: ${message.trim().split('\n').at(-1)}`);
}

const keep = (program: string): Promise<void> =>
  writeAtomically(CACHED, async (unfinished) => {
    await copyFile(program, unfinished);
    await chmod(unfinished, 0o755);
  });

async function fromDocker(say: Say): Promise<NatsCommand | undefined> {
  try {
    await run('docker', ['version']);
    return { image: (await presentImage()) ?? (await pullImage(say)), version: '2.12.0' };
  } catch (error) {
    printReason('Docker', error, say);
    return undefined;
  }
}

async function presentImage(): Promise<string | undefined> {
  for (const image of imageNames(IMAGES.nats)) {
    const isThere = await run('docker', ['image', 'inspect', image]).then(
      () => true,
      () => false,
    );
    if (isThere) return image;
  }
  return undefined;
}

async function pullImage(say: Say): Promise<string> {
  say(`NATS: pulling the image ${IMAGES.nats}`);
  await run('docker', ['pull', '--quiet', IMAGES.nats], { timeout: PATIENCE });
  return IMAGES.nats;
}
