import {
  type Activity,
  attributes,
  beginLinked,
  beginRemote,
  currentTraceparent,
  type Logger,
  type Metrics,
  SpanKind,
} from '@staycover/telemetry';
import type { Request, RequestHandler, Response } from 'express';
import { actorIfKnown } from './auth.ts';

type Observers = {
  logger: Logger;
  metrics?: Metrics | undefined;
  /** What a `traceparent` means: the gateway's is continued by services, a client's is only linked to by the gateway. */
  traces?: 'continued' | 'linked';
};

/** Frequent requests of probes and Prometheus are not recorded. */
const UNOBSERVED = new Set(['/healthz', '/readyz', '/metrics']);

/** Every request gets a span, and when it is answered, a measurement and one line in the log. */
export const observeRequests = ({ logger, metrics, traces = 'continued' }: Observers): RequestHandler => {
  const duration = metrics?.of('httpDuration');
  const active = metrics?.of('httpActive');
  const begin = traces === 'linked' ? beginLinked : beginRemote;
  return (request, response, next) => {
    if (UNOBSERVED.has(request.path)) return next();
    const { method } = request;
    const started = performance.now();
    const activity = begin(method, { kind: SpanKind.SERVER }, request.get('traceparent'));
    active?.inc();
    const end = (): void => {
      const ms = performance.now() - started;
      const route = routePattern(request);
      active?.dec();
      if (!isLive(response)) duration?.observe({ method, route, status: response.statusCode }, ms / 1_000);
      activity.run(() => logRequest(logger, request, response, ms));
      endSpan(activity, request, response, route);
    };
    // A client may leave while its request waits for its turn.
    if (response.destroyed) end();
    else response.once('close', end);
    activity.run(next);
  };
};

/** A live stream lasts as long as its client stays: its duration is no measure of latency. */
const isLive = (response: Response): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** The pattern, never the path: a metric has few labels. */
const routePattern = ({ route }: Request): string => {
  const pattern = (route as { path?: unknown } | undefined)?.path;
  return pattern === undefined ? 'none' : String(pattern);
};

const logRequest = (logger: Logger, request: Request, response: Response, ms: number): void => {
  if (!logger.isLevelEnabled('info')) return;
  const actor = actorIfKnown(request);
  const organization = actor && (actor.organizations === '*' ? '*' : actor.organizations.join(','));
  logger.info(
    {
      method: request.method,
      path: request.path,
      status: response.statusCode,
      outcome: responseOutcome(response),
      durationMs: Math.round(ms * 10) / 10,
      ...(actor && { actor: actor.id, organization }),
    },
    'request',
  );
};

const responseOutcome = ({ statusCode, writableFinished }: Response): 'ok' | 'refused' | 'failed' | 'aborted' => {
  if (!writableFinished) return 'aborted';
  if (statusCode < 400) return 'ok';
  return statusCode < 500 ? 'refused' : 'failed';
};

const endSpan = (activity: Activity, request: Request, response: Response, route: string): void => {
  const status = response.statusCode;
  activity.rename(`${request.method} ${route}`);
  const organizations = actorIfKnown(request)?.organizations ?? [];
  activity.set({
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': status,
    ...(organizations.length === 1 && { [attributes.organization]: organizations[0] }),
  });
  activity.end(status >= 500 ? String(status) : undefined);
};

/** The header that makes the next service's span a child of this request's. */
export const traceHeaders = (): string[] => {
  const traceparent = currentTraceparent();
  return traceparent ? ['traceparent', traceparent] : [];
};
