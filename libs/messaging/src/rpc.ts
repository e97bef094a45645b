import { Svcm } from '@nats-io/services';
import { faultsOf } from '@staycover/api';
import type { RpcDefinition, RpcFailure } from '@staycover/events';
import { DomainError, isDomainError } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { z } from 'zod';
import type { Nats } from './connection.ts';

type RpcRequest<R extends RpcDefinition> = z.output<R['request']>;
type RpcResponse<R extends RpcDefinition> = Exclude<z.output<R['response']>, RpcFailure>;

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
  for (const { rpc, handle } of handlers) {
    running.addEndpoint(rpc.operation, {
      subject: rpc.subject,
      handler: (error, message) => {
        if (error) return;
        void reply(rpc, handle, message.string(), logger).then((body) => message.respond(JSON.stringify(body)));
      },
    });
  }
  // Until the server has the subscriptions, requests would find nobody.
  await nats.connection.flush();
  return async () => {
    await running.stop();
  };
};

const reply = async (rpc: RpcDefinition, handle: RpcHandler['handle'], text: string, logger: Logger): Promise<unknown> => {
  try {
    const request = rpc.request.safeParse(JSON.parse(text));
    if (!request.success) throw DomainError.invalid(faultsOf(request.error));
    return await handle(request.data as never);
  } catch (error) {
    if (isDomainError(error)) return { error: { code: error.code, detail: error.message } };
    logger.error({ err: error, rpc: rpc.subject }, 'request failed');
    return { error: { code: 'internal', detail: 'The request could not be answered.' } };
  }
};

/**
 * Asks another service and waits for its answer.
 * @throws DomainError with the service's own code, or `service-unavailable` when nobody answered in time.
 */
export const callRpc = async <R extends RpcDefinition>(
  nats: Nats,
  rpc: R,
  request: RpcRequest<R>,
  timeoutMs = 3_000,
): Promise<RpcResponse<R>> => {
  const silent = `The ${rpc.service} service does not answer.`;
  // A request made while disconnected would only wait out its timeout.
  if (!nats.isConnected()) throw new DomainError('service-unavailable', silent);
  const message = await nats.connection
    .request(rpc.subject, JSON.stringify(request), { timeout: timeoutMs })
    .catch((cause: unknown) => {
      throw new DomainError('service-unavailable', silent, {}, { cause });
    });
  const answered = rpc.response.parse(message.json()) as RpcResponse<R> | RpcFailure;
  if (!isFailure(answered)) return answered;
  const { code, detail } = answered.error;
  throw code === 'internal' ? new DomainError('service-unavailable', silent) : new DomainError(code, detail);
};

const isFailure = (answered: unknown): answered is RpcFailure =>
  typeof answered === 'object' && answered !== null && 'error' in answered;
