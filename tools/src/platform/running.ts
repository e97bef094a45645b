import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Databases, readDatabases } from '../provisioning/databases.ts';
import type { NatsLogin } from './nats.ts';

/** Where a lasting platform keeps its data: `DATA_DIR`, by default `.data` in the checkout. */
export const dataDirectory = (): string =>
  resolve(process.env['DATA_DIR']?.trim() || join(import.meta.dirname, '../../..', '.data'));

/** The folder, and those of a sandbox and of a cluster in it: a platform may run in each. */
export const dataFolders = (directory = dataDirectory()): string[] =>
  ['', 'sandbox', 'cluster'].map((kind) => join(directory, kind));

const fileIn = (dataDir: string): string => join(dataDir, 'platform.json');

export type Addresses = { gatewayUrl: string; natsUrl: string };

/** With its databases, and from where it reads API keys where it asks for credentials. */
export type Running = Addresses & {
  databases: Databases;
  natsAdmin: NatsLogin;
  apiKeysFile?: string | undefined;
};

/** Notes where the platform that `npm start` runs can be reached, for other commands of the same user. */
export const noteRunning = (dataDir: string, running: Running, pid = process.pid): void =>
  writeFileSync(fileIn(dataDir), JSON.stringify({ ...running, pid }), { mode: 0o600 });

export const forgetRunning = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/** The databases of a platform: as `npm start` has noted them, else those that the environment names. */
export const findDatabases = (gatewayUrl: string): Databases | undefined =>
  notedAt(gatewayUrl)?.databases ?? readDatabases();

/** The platform that answers: the one that the environment names, else the one that `npm start` runs. */
export const findRunning = async (): Promise<(Addresses & { asksForCredentials: boolean }) | undefined> => {
  const addresses = fromEnvironment() ?? findNoted();
  if (!addresses) return undefined;
  const ask = (path: string) =>
    fetch(addresses.gatewayUrl + path, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  if (!(await ask('/readyz'))?.ok) return undefined;
  return { ...addresses, asksForCredentials: (await ask('/api/me'))?.status === 401 };
};

const fromEnvironment = (): Addresses | undefined => {
  const { GATEWAY_URL: gatewayUrl, NATS_URL } = process.env;
  if (!gatewayUrl) return undefined;
  return { gatewayUrl, natsUrl: NATS_URL ?? notedAt(gatewayUrl)?.natsUrl ?? 'nats://127.0.0.1:4222' };
};

/** What `npm start` runs, where its gateway has this URL. */
const notedAt = (gatewayUrl: string): Running | undefined => {
  const noted = findNoted();
  return noted && URL.parse(noted.gatewayUrl)?.href === URL.parse(gatewayUrl)?.href ? noted : undefined;
};

type Noted = Running & { pid?: number };

/** What `npm start` runs; where several platforms do, the one that was started last. One that was killed has left its note. */
export const findNoted = (): Running | undefined => {
  const noted = dataFolders()
    .map(fileIn)
    .flatMap(readNote)
    .toSorted((a, b) => a.at - b.at)
    .map(({ running }) => running);
  return noted.findLast(isAlive) ?? noted.at(-1);
};

const readNote = (file: string): { running: Noted; at: number }[] => {
  try {
    return [{ running: JSON.parse(readFileSync(file, 'utf8')) as Noted, at: statSync(file).mtimeMs }];
  } catch {
    return [];
  }
};

/** The note of a platform that is there, and may not be read: it is that of another user. */
export const unreadableNote = (): string | undefined =>
  dataFolders()
    .map(fileIn)
    .find((file) => {
      try {
        readFileSync(file);
        return false;
      } catch (error) {
        return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
      }
    });

const isAlive = ({ pid }: Noted): boolean => {
  try {
    return pid === undefined || process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
};
