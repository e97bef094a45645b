import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findNatsCommand } from '@staycover/infra';
import { eventually } from '@staycover/testing';

/** A nats-server with its files on a disk that is nearly full. */
export type SmallDisk = {
  /** Ends the server and takes its files back to where they were. */
  repair(): Promise<void>;
};

// A separate mount namespace: other processes do not see the small disk, and it is gone with the script.
const SCRIPT = `
set -e
mkdir -p "$1/small"
used=$(du -sk "$1/jetstream" | cut -f1)
mount -t tmpfs -o size=$((used + $2))k small "$1/small"
cp -a "$1/jetstream/." "$1/small/"
mount --bind "$1/small" "$1/jetstream"
"$3" -c "$1/nats.conf" -a 127.0.0.1 -P "$1/small.pid" -l "$1/small.log" || true
umount "$1/jetstream"
cp -a "$1/small/." "$1/jetstream/"
`;

/** Starts NATS on a disk with some free kilobytes; undefined where mounting is not permitted. */
export const startOnSmallDisk = async (
  directory: string,
  port: number,
  freeKilobytes: number,
): Promise<SmallDisk | undefined> => {
  const command = await findNatsCommand(() => undefined);
  if (!('program' in command)) return undefined;
  const folder = join(directory, 'nats');
  const script = spawn('unshare', [
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    SCRIPT,
    'sh',
    folder,
    String(freeKilobytes),
    command.program,
  ]);
  let ended = false;
  const end = new Promise<void>((resolve) => {
    for (const event of ['exit', 'error']) script.once(event, () => ((ended = true), resolve()));
  });
  await eventually('NATS listens, or cannot', async () => ended || (await isListening(port)), 20_000);
  if (ended) return undefined;
  return {
    async repair() {
      process.kill(Number(await readFile(join(folder, 'small.pid'), 'utf8')), 'SIGTERM');
      await end;
      await rm(join(folder, 'small'), { recursive: true, force: true });
    },
  };
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
