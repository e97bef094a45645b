import type { Images } from './images.ts';

/** Receives one line for each step that finding or starting a server takes. */
export type Say = (line: string) => void;

/** A server that is ready to use. `stop` may be called more than once. */
export type Server = {
  url: string;
  description: string;
  stop(): Promise<void>;
  /** There when we started the process. */
  pid?: number;
  /** The folder of its Unix socket, where it has one: for processes on the same machine, cheaper than its port. */
  socketFolder?: string | undefined;
};

export type FindOptions = {
  /** Folder for data that is kept between runs; unused when `ephemeral`. */
  dataDir: string;
  /** For tests: fast rather than durable, and everything is thrown away at stop. */
  ephemeral: boolean;
  say: Say;
  port?: number;
  /** Tries a container of these first (see `chooseContainers`). */
  containers?: Images | undefined;
};

/** Addresses, separated by commas, as they may be shown: without users and passwords. */
const withoutLogin = (urls: string): string =>
  urls
    .split(/,(?=\w+:\/\/)/)
    .map((url) => url.replace(/^(\w+:\/\/)?.*@/, '$1').replaceAll(/([?&](?:user|password)=)[^&]*/g, '$1…'))
    .join(',');

/** An external server, named by an environment variable: never stopped by us. */
export function borrowed(name: string, variable: string, url: string, say: Say): Server {
  const address = withoutLogin(url);
  say(`${name}: using ${variable}, ${address}`);
  return { url, description: `${name} of ${variable}, ${address}`, stop: async () => {} };
}

/** Runs `action` at most once; later calls get the promise of the first. */
export function once(action: () => Promise<void>): () => Promise<void> {
  let first: Promise<void> | undefined;
  return () => (first ??= action());
}
