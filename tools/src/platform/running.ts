import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a lasting platform keeps its data: `DATA_DIR`, by default `.data` in the checkout. */
export const dataDirectory = (): string =>
  resolve(process.env['DATA_DIR'] ?? join(import.meta.dirname, '../../..', '.data'));

const file = (): string => join(dataDirectory(), 'platform.json');

export type Addresses = { gatewayUrl: string; natsUrl: string };

/** Notes where the platform that `npm start` runs can be reached, for other commands. */
export const noteRunning = (addresses: Addresses): void => writeFileSync(file(), JSON.stringify(addresses));

export const forgetRunning = (): void => rmSync(file(), { force: true });

/** The platform that answers: the one that the environment names, else the one that `npm start` runs. */
export const findRunning = async (): Promise<Addresses | undefined> => {
  const addresses = fromEnvironment() ?? fromFile();
  if (!addresses) return undefined;
  const answer = await fetch(`${addresses.gatewayUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  return answer?.ok ? addresses : undefined;
};

const fromEnvironment = (): Addresses | undefined => {
  const { GATEWAY_URL: gatewayUrl, NATS_URL: natsUrl = 'nats://127.0.0.1:4222' } = process.env;
  return gatewayUrl ? { gatewayUrl, natsUrl } : undefined;
};

const fromFile = (): Addresses | undefined => {
  try {
    return JSON.parse(readFileSync(file(), 'utf8')) as Addresses;
  } catch {
    return undefined;
  }
};
