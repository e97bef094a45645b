import { getMe, routes, type ServiceName } from '@staycover/api';
import { createAuthenticator } from '@staycover/auth';
import {
  bareApp,
  handle,
  noSuchRoute,
  observeRequests,
  problemHandler,
  type Route,
  registerGuards,
  registerRoutes,
} from '@staycover/http';
import { type Instant, timestamp } from '@staycover/kernel';
import { createServiceLogger, type Listening, listen, registerHealth } from '@staycover/service';
import { createMetrics, exportTraces, type Metrics } from '@staycover/telemetry';
import type { Express } from 'express';
import type { GatewayConfig } from './config.ts';
import { registerDocs } from './docs/register.ts';
import { rateLimits } from './limits/rate-limits.ts';
import { type RefuseAgain, refuseAgain } from './limits/refuse-again.ts';
import { openMetrics } from './metrics.ts';
import { registerPortal } from './portal/register.ts';
import { nameGuards, ownEvents, soundHeaders } from './requests/guards.ts';
import { harden } from './requests/hardening.ts';
import { refuseUnreadable } from './requests/refuse-unreadable.ts';
import { registerRetired } from './requests/retired.ts';
import { withPath } from './requests/targets.ts';
import { platformClock } from './sandbox/platform-clock.ts';
import { registerSandbox } from './sandbox/register.ts';
import { openStreams } from './streams.ts';
import { protect } from './upstream/protection.ts';
import { proxyTo } from './upstream/proxy.ts';
import { closeUpstream, openUpstream, type Upstream } from './upstream/upstream.ts';

export { readConfig } from './config.ts';

export type RunningGateway = {
  url: string;
  /** Where Prometheus asks, if that is a port of its own. */
  metricsUrl: string | undefined;
  stop(): Promise<void>;
};

/** Load balancers keep idle connections for a minute, and would send the next request into one that closes here. */
const KEEP_ALIVE_MS = 75_000;

/** Starts the HTTP edge: every path below /api goes to the service that owns it. */
export const startGateway = async (config: GatewayConfig): Promise<RunningGateway> => {
  const logger = createServiceLogger('gateway', config);
  const metrics = createMetrics('gateway');
  const traces = await exportTraces('gateway', config.OTEL_EXPORTER_OTLP_ENDPOINT, config.TRACE_RATIO);
  const urls = readUpstreamUrls(config);
  const upstreams = openUpstreams(urls, config, metrics);
  const streams = openStreams({ urls: urls.insight, metrics, authMode: config.AUTH_MODE });
  let isStopping = false;

  const app = bareApp();
  app.use(observeRequests({ logger, metrics, traces: 'linked' }));
  harden(app, config);
  registerRetired(app, config.PUBLIC_URL);
  app.use(soundHeaders);
  registerHealth(app, 'gateway', async () => ({
    ready: !isStopping,
    eventsReady: !isStopping,
    checks: { lifecycle: isStopping ? 'stopping' : 'ok' },
  }));
  for (const guard of nameGuards(config)) app.use(guard);
  const metricsPort = await openMetrics(app, metrics, Object.values(upstreams), config);
  const refusing = refuseAgain({ publicUrl: config.PUBLIC_URL, metrics, logger });
  const limits = rateLimits(config, refusing, logger);
  if (limits) app.use(limits.byAddress);
  const authenticate = createAuthenticator(config);
  if (config.SANDBOX === 'on') registerSandbox(app, withCalendar(urls), authenticate);
  registerGuards(app, routes, authenticate, ({ operationId }) => limits?.byCaller(operationId));
  registerRoutes(app, [answerMe(platformClock(withCalendar(urls), config.SANDBOX === 'on'))], { authenticate });
  app.use(ownEvents);
  app.use(streams.handler);
  app.use(proxyTo(upstreams));
  registerPortal(app, config);
  registerDocs(app, { publicUrl: config.PUBLIC_URL, natsHost: config.NATS_PUBLIC_HOST });
  app.use(noSuchRoute(config.PUBLIC_URL, routes));
  app.use(problemHandler(config.PUBLIC_URL, logger));

  const http = await serve(app, refusing, config);
  logger.info({ url: http.url }, 'gateway is listening');
  return {
    url: http.url,
    metricsUrl: metricsPort?.url,
    async stop() {
      isStopping = true;
      await http.drain(config.DRAIN_SECONDS);
      await Promise.all([streams.stop(), http.close(), metricsPort?.close()]);
      await limits?.close();
      await Promise.all(Object.values(upstreams).map(closeUpstream));
      await traces.stop();
      logger.info('gateway has stopped');
    },
  };
};

const serve = async (
  app: Express,
  { before }: RefuseAgain,
  { HOST, PORT, PUBLIC_URL }: GatewayConfig,
): Promise<Listening> => {
  const http = await listen(withPath(app), HOST, PORT, { before, keepAliveMs: KEEP_ALIVE_MS });
  refuseUnreadable(http.server, PUBLIC_URL);
  return http;
};

const openUpstreams = (
  urls: Record<ServiceName, string[]>,
  { UPSTREAM_TIMEOUT_MS }: GatewayConfig,
  metrics: Metrics,
): Record<ServiceName, Upstream> =>
  Object.fromEntries(
    Object.entries(urls).map(([name, replicas]) => [
      name,
      openUpstream(name, replicas, UPSTREAM_TIMEOUT_MS, protect(name, metrics)),
    ]),
  ) as Record<ServiceName, Upstream>;

const answerMe = (now: () => Promise<Instant>): Route =>
  handle(getMe, async ({ actor: { id, organizations, roles } }) => {
    const seen = organizations === '*' ? ['*'] : organizations;
    return { body: { id, organizations: seen, roles, now: timestamp(await now()) } };
  });

/** Services with a movable clock; insight only observes and delays no other service. */
const withCalendar = ({ insight: _insight, ...others }: Record<ServiceName, string[]>): Record<string, string[]> =>
  others;

const readUpstreamUrls = (config: GatewayConfig): Record<ServiceName, string[]> => ({
  policy: config.POLICY_URL,
  contract: config.CONTRACT_URL,
  billing: config.BILLING_URL,
  renewal: config.RENEWAL_URL,
  claims: config.CLAIMS_URL,
  insight: config.INSIGHT_URL,
});
