import { fields, type ServiceName } from '@staycover/api';
import { z } from 'zod';
import type { Publisher } from './envelope.ts';

/** A request to another service that needs its authoritative answer now. */
export type RpcDefinition<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> = {
  service: ServiceName;
  operation: string;
  /** `rpc.policy.get`; outside `insurance.`, where a stream would answer. */
  subject: string;
  summary: string;
  /** The services that may send it; requests of others do not reach the service. */
  callers: readonly Publisher[];
  request: Request;
  response: Response;
  example: { request: z.input<Request>; response: z.input<Response> };
};

/** Defines a request and its answer. */
export const defineRpc = <Request extends z.ZodType, Response extends z.ZodType>(
  definition: Omit<RpcDefinition<Request, Response>, 'subject'>,
): RpcDefinition<Request, Response> => ({
  ...definition,
  subject: `rpc.${definition.service}.${definition.operation}`,
});

export const RpcFailure = z
  .object({
    error: z.object({
      code: fields.longText,
      detail: fields.longText,
      // The problem's own members.
      extra: fields.jsonObject.optional(),
    }),
  })
  .meta({ id: 'RpcFailure', description: "The request was not carried out; `code` is a problem's slug" });
export type RpcFailure = z.infer<typeof RpcFailure>;
