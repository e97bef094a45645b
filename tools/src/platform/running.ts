import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Databases, readDatabases } from '../provisioning/databases.ts';
import type { NatsLogin } from './nats.ts';

/** Where a lasting platform keeps its data: `DATA_DIR`, by default `.data` in the checkout. */
export const dataDirectory = (): string =>
  resolve(process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../..', '.data'));

const file = (): string => join(dataDirectory(), 'platform.json');

export type Addresses = { gatewayUrl: string; natsUrl: string };

/** With its databases, and whether it asks for credentials. */
export type Running = Addresses & { databases: Databases; auth: boolean; natsAdmin: NatsLogin };

/** Notes where the platform that `npm start` runs can be reached, for other commands of the same user. */
export const noteRunning = (addresses: Running): void =>
  writeFileSync(file(), JSON.stringify(addresses), { mode: 0o600 });

export const forgetRunning = (): void => rmSync(file(), { force: true });

/** The databases that the environment names, else those of what `npm start` runs. */
export const findDatabases = (): Databases | undefined => readDatabases() ?? fromFile()?.databases;

/** The NATS server of what `npm start` runs, and its administrator. */
export const findNatsServer = (): ({ url: string } & NatsLogin) | undefined => {
  const running = fromFile();
  return running && { url: running.natsUrl, ...running.natsAdmin };
};

/** The open platform that answers: the one that the environment names, else the one that `npm start` runs. */
export const findRunning = async (): Promise<Addresses | undefined> => {
  const addresses = fromEnvironment() ?? openFromFile();
  if (!addresses) return undefined;
  const answer = await fetch(`${addresses.gatewayUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  );
  return answer?.ok ? addresses : undefined;
};

const fromEnvironment = (): Addresses | undefined => {
  const { GATEWAY_URL: gatewayUrl, NATS_URL: natsUrl = 'nats://127.0.0.1:4222' } = process.env;
  return gatewayUrl ? { gatewayUrl, natsUrl } : undefined;
};

// What plays on a running platform brings no credentials.
const openFromFile = (): Addresses | undefined => {
  const running = fromFile();
  return running?.auth ? undefined : running;
};

const fromFile = (): Running | undefined => {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as Running;
  } catch {
    return undefined;
  }
};
