import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type MetricName, metricDefinitions } from './names.ts';

export type { Counter, Gauge, Histogram } from 'prom-client';

type Definitions = typeof metricDefinitions;
type LabelsOf<D> = D extends { labels: readonly (infer L extends string)[] } ? L : never;
type Instrument<D extends { type: string }> = {
  counter: Counter<LabelsOf<D>>;
  gauge: Gauge<LabelsOf<D>>;
  histogram: Histogram<LabelsOf<D>>;
}[D['type'] & ('counter' | 'gauge' | 'histogram')];

/** The metrics of one service. */
export type Metrics = {
  /** The instrument of this name, created on first use. */
  of<N extends MetricName>(name: N): Instrument<Definitions[N]>;
  /** Samples values on a scrape, but not more often than every `everyMs`, nor than a hundred times the sampling time. */
  sample(read: () => Promise<void> | void, everyMs?: number): void;
  /** All values in Prometheus' text format. */
  render(): Promise<string>;
  readonly contentType: string;
};

/** How late the event loop is. Asking it every 10 ms, as by default, is most of what an idle process does. */
const LOOP_SAMPLE_MS = 50;
const SAMPLE_EVERY_MS = 5_000;
/** A scrape does not wait for an unavailable server: it returns the last values. */
const SAMPLE_WITHIN_MS = 1_000;

/** What takes long, as counts over large tables do, is read more rarely: a hundredth of the time at most. */
const REST_PER_READING = 100;
/** What failed may have waited for a server that is back soon. */
const REST_AFTER_FAILURE_MS = 30_000;

/** Metrics with a registry of their own; those of the process (CPU, memory, event loop, GC) are among them. */
export const createMetrics = (service: string): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_SAMPLE_MS });
  const instruments = new Map<MetricName, Counter | Gauge | Histogram>();
  const samples: (() => Promise<void>)[] = [];

  const of = <N extends MetricName>(name: N): Instrument<Definitions[N]> =>
    instruments.getOrInsertComputed(name, () => make(name, registry)) as unknown as Instrument<Definitions[N]>;
  of('sampleFailures').inc(0);
  return {
    of,
    sample(read, everyMs = SAMPLE_EVERY_MS) {
      samples.push(sampled(read, everyMs, () => of('sampleFailures').inc()));
    },
    async render() {
      const waited = new AbortController();
      const late = delay(SAMPLE_WITHIN_MS, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([Promise.all(samples.map((sample) => sample())), late]);
      waited.abort();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
};

const make = (key: MetricName, registry: Registry): Counter | Gauge | Histogram => {
  const definition = metricDefinitions[key] as {
    name: string;
    type: string;
    help: string;
    labels?: readonly string[];
    buckets?: readonly number[];
  };
  const { name, type, help, labels = [], buckets = [] } = definition;
  const common = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === 'counter') return new Counter(common);
  return type === 'gauge' ? new Gauge(common) : new Histogram({ ...common, buckets: [...buckets] });
};

/** What fails leaves the last values standing and is counted; those who look together wait for the same reading. */
const sampled = (read: () => Promise<void> | void, everyMs: number, failed: () => void): (() => Promise<void>) => {
  let next = 0;
  let reading = Promise.resolve();
  const readNow = async (): Promise<void> => {
    const began = performance.now();
    next = began + everyMs;
    const rest = (): number => (performance.now() - began) * REST_PER_READING;
    try {
      await read();
      next = Math.max(next, began + rest());
    } catch {
      failed();
      next = Math.max(next, began + Math.min(rest(), REST_AFTER_FAILURE_MS));
    }
  };
  return () => {
    if (performance.now() >= next) reading = readNow();
    return reading;
  };
};

/** Puts the text of several services' metrics together: the samples of one metric belong under one heading. */
export const mergeMetrics = (texts: readonly string[]): string => {
  const families = new Map<string, { heading: string[]; samples: string[] }>();
  for (const text of texts) {
    let family = { heading: [] as string[], samples: [] as string[] };
    for (const line of text.split('\n').filter(Boolean)) {
      const heading = /^# (HELP|TYPE) (\S+)/.exec(line);
      if (!heading) {
        family.samples.push(line);
        continue;
      }
      const known = families.get(heading[2]!);
      family = known ?? { heading: [], samples: [] };
      families.set(heading[2]!, family);
      if (!family.heading.some((other) => other.startsWith(`# ${heading[1]}`))) family.heading.push(line);
    }
  }
  return [...families.values()].map(({ heading, samples }) => [...heading, ...samples, ''].join('\n')).join('');
};
