import { Svcm } from '@nats-io/services';
import { headers, type Msg, type MsgHdrs, RequestError } from '@nats-io/transport-node';
import { toFaults } from '@staycover/api';
import { actingFrom, isDatabaseAway } from '@staycover/db';
import type { RpcDefinition, RpcFailure } from '@staycover/events';
import { DomainError, isDomainError, tryParseJson } from '@staycover/kernel';
import { beginRemote, currentTraceparent, inSpan, type Logger, SpanKind } from '@staycover/telemetry';
import type { z } from 'zod';
import type { Nats } from './connection.ts';

type RpcRequest<R extends RpcDefinition> = z.output<R['request']>;
type RpcResponse<R extends RpcDefinition> = Exclude<z.output<R['response']>, RpcFailure>;

const TRACEPARENT = 'traceparent';
/** How long the caller waits. */
const ANSWER_WITHIN = 'answer-within-ms';
const PATIENCE_MS = 3_000;

export type RpcHandler<R extends RpcDefinition = RpcDefinition> = {
  rpc: R;
  handle: (request: RpcRequest<R>) => Promise<RpcResponse<R>>;
};

/** Declares what answers a request, checked against its schemas. */
export const answer = <R extends RpcDefinition>(rpc: R, handle: RpcHandler<R>['handle']): RpcHandler =>
  ({ rpc, handle }) as unknown as RpcHandler;

/** Answers requests on `rpc.<service>.<operation>`, in the service's queue group. Returns how to stop. */
export const serveRpc = async (
  nats: Nats,
  service: string,
  handlers: readonly RpcHandler[],
  logger: Logger,
): Promise<() => Promise<void>> => {
  const running = await new Svcm(nats.connection).add({ name: service, version: '1.0.0', queue: service });
  const underWay = new Set<Promise<void>>();
  for (const { rpc, handle } of handlers) {
    running.addEndpoint(rpc.operation, {
      subject: rpc.subject,
      handler: (error, message) => {
        if (error) return;
        const task = observed(nats, rpc, message, () => reply(rpc, handle, message, logger))
          .then((body) => void message.respond(JSON.stringify(body)))
          .catch((err: unknown) => logger.error({ err, rpc: rpc.subject }, 'answer could not be sent'))
          .finally(() => underWay.delete(task));
        underWay.add(task);
      },
    });
  }
  // Requests before the server has the subscriptions would find no responder.
  await nats.connection.flush().catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  return async () => {
    await running.stop();
    await Promise.all(underWay);
  };
};

type Body = Partial<RpcFailure>;

const observed = async (
  nats: Nats,
  { subject }: RpcDefinition,
  message: Pick<Msg, 'headers'>,
  work: () => Promise<Body>,
): Promise<Body> => {
  const started = performance.now();
  const activity = beginRemote(subject, { kind: SpanKind.SERVER }, message.headers?.get(TRACEPARENT));
  const body = await activity.run(work);
  const outcome = !body.error ? 'ok' : body.error.code === 'internal' ? 'failed' : 'refused';
  nats.metrics?.of('rpcDuration').observe({ operation: subject, outcome }, (performance.now() - started) / 1_000);
  activity.end(outcome === 'failed' ? outcome : undefined);
  return body;
};

const reply = async (
  rpc: RpcDefinition,
  handle: RpcHandler['handle'],
  message: Pick<Msg, 'headers' | 'string'>,
  logger: Logger,
): Promise<Body> => {
  const until = performance.now() + (Number(message.headers?.get(ANSWER_WITHIN)) || PATIENCE_MS);
  try {
    const request = rpc.request.safeParse(tryParseJson(message.string()));
    if (!request.success) throw DomainError.invalid(toFaults(request.error));
    const origin = { actor: 'system:rpc', source: rpc.subject, until };
    return (await actingFrom(origin, () => handle(request.data as never))) as Body;
  } catch (error) {
    if (isDomainError(error)) return { error: { code: error.code, detail: error.message, extra: error.extra } };
    logger.error({ err: error, rpc: rpc.subject }, 'request failed');
    const detail = 'The request could not be answered.';
    return { error: { code: 'internal', detail, ...(isDatabaseAway(error) && { extra: AWAY }) } };
  }
};

/** With the code `internal`, which callers of every release take for silence. */
const AWAY = { isAway: true };

/** No process of the service is there, or it cannot reach its database: what needs it can be done later. */
export class ServiceAway extends DomainError {}

/**
 * Sends a request to another service and waits for the response.
 * @throws DomainError with the service's own code, or `service-unavailable` without a response in time: a `ServiceAway`
 *   where no process got the request, or the one that did has no database.
 */
export const callRpc = async <R extends RpcDefinition>(
  nats: Nats,
  rpc: R,
  request: RpcRequest<R>,
  timeoutMs = PATIENCE_MS,
): Promise<RpcResponse<R>> => {
  const started = performance.now();
  const done = (outcome: string): void =>
    nats.metrics?.of('rpcCalls').observe({ operation: rpc.subject, outcome }, (performance.now() - started) / 1_000);
  try {
    const answered = await inSpan(rpc.subject, { kind: SpanKind.CLIENT }, () => ask(nats, rpc, request, timeoutMs));
    done('ok');
    return answered;
  } catch (error) {
    done(isDomainError(error) && error.code !== 'service-unavailable' ? 'refused' : 'unavailable');
    throw error;
  }
};

const ask = async <R extends RpcDefinition>(
  nats: Nats,
  rpc: R,
  request: RpcRequest<R>,
  timeoutMs: number,
): Promise<RpcResponse<R>> => {
  const silent = `The ${rpc.service} service does not answer.`;
  // A request made while disconnected would only wait out its timeout.
  if (!nats.isConnected()) throw new ServiceAway('service-unavailable', silent);
  const message = await send(nats, rpc.subject, JSON.stringify(request), timeoutMs).catch((cause: unknown) => {
    const Silence = cause instanceof RequestError && cause.isNoResponders() ? ServiceAway : DomainError;
    throw new Silence('service-unavailable', silent, {}, { cause });
  });
  const answered = rpc.response.parse(message.json()) as RpcResponse<R> | RpcFailure;
  if (!isFailure(answered)) return answered;
  const { code, detail, extra } = answered.error;
  if (code !== 'internal') throw new DomainError(code, detail, extra);
  const Silence = extra?.['isAway'] === true ? ServiceAway : DomainError;
  throw new Silence('service-unavailable', silent);
};

const SENT_AGAIN_AFTER = 0.4;

/**
 * A replica that is lost takes its open requests along: what stays without a response is sent once more, to another
 * replica, and the first response counts. Requests only read, so answering one twice does no harm.
 */
const send = (nats: Nats, subject: string, body: string, timeoutMs: number): Promise<Msg> => {
  const request = (withinMs: number): Promise<Msg> =>
    nats.connection.request(subject, body, { headers: headersFor(withinMs), timeout: withinMs });
  const waitMs = Math.floor(timeoutMs * SENT_AGAIN_AFTER);
  nats.retries.earn();
  const first = request(timeoutMs);
  return new Promise((resolve, reject) => {
    const again = setTimeout(() => {
      if (!nats.retries.spend()) return;
      request(timeoutMs - waitMs).then(resolve, () => undefined);
    }, waitMs);
    first.then(resolve, reject).finally(() => clearTimeout(again));
  });
};

const isFailure = (answered: unknown): answered is RpcFailure =>
  typeof answered === 'object' && answered !== null && 'error' in answered;

/** Headers of a request that is to be answered within so many milliseconds, in the trace of its sender. */
export const headersFor = (withinMs: number): MsgHdrs => {
  const sent = headers();
  sent.set(ANSWER_WITHIN, `${withinMs}`);
  const traceparent = currentTraceparent();
  if (traceparent) sent.set(TRACEPARENT, traceparent);
  return sent;
};
