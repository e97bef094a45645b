import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** How names are looked up, and how often. */
export type Names = { resolve(name: string): Promise<readonly string[]>; everyMs: number };

/** The addresses of a name in a fixed order, of one family: a server that has both is one. */
const resolveAll = async (name: string): Promise<string[]> => {
  const found = await lookup(name, { all: true });
  return found.flatMap(({ address, family }) => (family === found[0]!.family ? [address] : [])).toSorted();
};

export const systemNames: Names = { resolve: resolveAll, everyMs: 5_000 };

/**
 * Calls `onChange` with the addresses of a URL's host, first and when they change; returns what ends that. A name that is not
 * found now keeps those that it had.
 */
export const watchAddresses = (
  url: string,
  onChange: (addresses: readonly string[]) => void,
  { resolve, everyMs }: Names,
): (() => void) => {
  const name = new URL(url).hostname;
  if (name === 'localhost' || name.startsWith('[') || isIP(name) > 0) return () => undefined;
  let known = '';
  let isEnded = false;
  const look = async (): Promise<void> => {
    const addresses = await resolve(name).catch(() => undefined);
    if (isEnded || addresses === undefined || String(addresses) === known) return;
    known = String(addresses);
    onChange(addresses);
  };
  void look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
};
