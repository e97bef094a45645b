import { createHash } from 'node:crypto';
import type { Request } from 'express';

/** Until when requests with the same credentials to the same route are refused, so that further ones are not verified first. */
export type Refusals = {
  /** Milliseconds that are left; undefined when it may be asked. */
  left(operationId: string, request: Request): number | undefined;
  remember(operationId: string, request: Request, ms: number): void;
};

const MOST = 10_000;

export const openRefusals = (): Refusals => {
  const until = new Map<string, number>();
  return {
    left(operationId, request) {
      if (until.size === 0) return undefined;
      const key = keyOf(operationId, request);
      const ms = (key ? (until.get(key) ?? 0) : 0) - performance.now();
      if (ms > 0) return ms;
      if (key) until.delete(key);
      return undefined;
    },
    remember(operationId, request, ms) {
      const key = keyOf(operationId, request);
      if (!key) return;
      if (until.size >= MOST) until.clear();
      until.set(key, performance.now() + ms);
    },
  };
};

const keyOf = (operationId: string, { headers }: Request): string | undefined => {
  const credentials = headers.authorization ?? headers['x-api-key'];
  if (credentials === undefined) return undefined;
  return `${operationId} ${createHash('sha256').update(String(credentials)).digest('base64url')}`;
};
