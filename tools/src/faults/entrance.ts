/** Where clients call: the gateways that are ready, in turns, as a load balancer has it. */
export type Entrance = {
  /** The next gateway's address, of those that were not tried; of all, when they were. */
  url(tried: readonly string[]): string;
  /** How many more gateways there are. */
  others: number;
  close(): void;
};

const PROBE_EVERY_MS = 200;
const PROBE_WITHIN_MS = 1_000;

export const openEntrance = (urls: readonly string[]): Entrance => {
  let ready: readonly string[] = urls;
  let turn = 0;
  const look = async (): Promise<void> => {
    const standings = await Promise.all(urls.map(isReady));
    const found = urls.filter((_, i) => standings[i]);
    ready = found.length > 0 ? found : urls;
  };
  const timer = urls.length > 1 ? setInterval(() => void look(), PROBE_EVERY_MS) : undefined;
  return {
    others: urls.length - 1,
    url(tried) {
      const left = (among: readonly string[]) => among.filter((url) => !tried.includes(url));
      const [from = urls] = [left(ready), left(urls)].filter(({ length }) => length > 0);
      return from[turn++ % from.length]!;
    },
    close: () => clearInterval(timer),
  };
};

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
