import { type Proxy, startProxy } from '@staycover/testing';
import { manifests } from '../manifests.ts';
import type { ChildSpec } from '../platform/child.ts';

/** Ways from each process to each server that it knows, and from each gateway to each process of the services. */
export type Wires = {
  /** Puts ways of its own before whatever a process reaches. */
  wire(spec: ChildSpec): Promise<ChildSpec>;
  /** The ways from a process to `postgres`, `nats`, or a process of a service. */
  between(from: string, to: string): readonly Proxy[];
  /** Opens all ways again. */
  release(): void;
  close(): Promise<void>;
};

const DATABASE = ['DATABASE_URL', 'RELAY_DATABASE_URL'];
const REACHED = new Set([...DATABASE, 'NATS_URL', ...manifests.map(({ name }) => `${name.toUpperCase()}_URL`)]);

/** What each address of an environment variable leads to: `POLICY_URL` to `policy`, `policy-2`, … */
const listTargets = (variable: string, count: number): string[] => {
  if (DATABASE.includes(variable)) return ['postgres'];
  if (variable === 'NATS_URL') return Array<string>(count).fill('nats');
  const service = variable.replace(/_URL$/, '').toLowerCase();
  return Array.from({ length: count }, (_, i) => (i === 0 ? service : `${service}-${i + 1}`));
};

export const openWires = (): Wires => {
  const ways = new Map<string, Proxy[]>();
  const all = (): Proxy[] => [...ways.values()].flat();
  const open = async (from: string, to: string, url: string): Promise<string> => {
    const way = await startProxy(url);
    const key = `${from} ${to}`;
    ways.set(key, [...(ways.get(key) ?? []), way]);
    return to === 'postgres' || to === 'nats' ? way.url : way.url.replace(/\/$/, '');
  };
  return {
    async wire(spec) {
      const env = { ...spec.env };
      for (const [variable, value] of Object.entries(env)) {
        if (!value || !REACHED.has(variable)) continue;
        const urls = value.split(',');
        const targets = listTargets(variable, urls.length);
        env[variable] = (await Promise.all(urls.map((url, i) => open(spec.name, targets[i]!, url)))).join(',');
      }
      return { ...spec, env };
    },
    between: (from, to) => ways.get(`${from} ${to}`) ?? [],
    release: () => all().forEach((way) => way.release()),
    close: async () => void (await Promise.all(all().map((way) => way.close()))),
  };
};
