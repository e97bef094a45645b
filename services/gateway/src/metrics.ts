import { type Listening, listenForMetrics, serveMetrics } from '@staycover/service';
import { type Metrics, mergeMetrics } from '@staycover/telemetry';
import type { Router } from 'express';
import type { GatewayConfig } from './config.ts';
import type { Replica } from './upstream/replica.ts';
import type { Upstream } from './upstream/upstream.ts';

/** Prometheus waits 5 s for all: of a service that hangs it must see that this one is missing. */
const WITHIN_MS = 2_000;

/**
 * Clients have no business with metrics: in production they are on a port of their own, METRICS_PORT. On a developer's
 * machine `/metrics` shows the whole platform at one address.
 */
export const openMetrics = async (
  app: Router,
  metrics: Metrics,
  upstreams: readonly Upstream[],
  config: GatewayConfig,
): Promise<Listening | undefined> => {
  if (config.METRICS_PORT === undefined && config.NODE_ENV !== 'production')
    app.get(
      '/metrics',
      serveMetrics(metrics, () => renderAll(metrics, upstreams)),
    );
  return listenForMetrics(metrics, config);
};

const renderAll = async (metrics: Metrics, upstreams: readonly Upstream[]): Promise<string> => {
  const theirs = await Promise.all(upstreams.flatMap(({ name, replicas }) => replicas.all().map(renderReplica(name))));
  return mergeMetrics([await metrics.render(), ...theirs]);
};

/** Prometheus sees that a service is down by its missing series. Replicas are numbered by a label. */
const renderReplica =
  (name: string) =>
  async ({ pool }: Replica, i: number, { length }: readonly Replica[]): Promise<string> => {
    try {
      const signal = AbortSignal.timeout(WITHIN_MS);
      const { statusCode, body } = await pool.request({ path: '/metrics', method: 'GET', signal });
      const text = await body.text();
      if (statusCode !== 200) return '';
      return length > 1 ? text.replaceAll(`service="${name}"`, `service="${name}",replica="${i + 1}"`) : text;
    } catch {
      return '';
    }
  };
