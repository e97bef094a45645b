import type { IncomingHttpHeaders } from 'node:http';
import { traceHeaders } from '@staycover/http';
import type { Request } from 'express';

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  // What a page may do is decided here.
  'origin',
  // Ours take their places: this request is a step of the trace, and has the time that is left.
  'traceparent',
  'x-answer-within-ms',
]);
/** Headers that only a trusted proxy may set. */
const FORWARDING = new Set(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']);

/** The headers of a request as its service gets them. */
export const forwardedHeaders = (request: Request): string[] => {
  const headers: string[] = [];
  const { rawHeaders } = request;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !FORWARDING.has(lower)) headers.push(name, rawHeaders[i + 1]!);
  }
  headers.push('x-forwarded-for', request.ip ?? '', 'x-forwarded-host', request.headers.host ?? '', ...traceHeaders());
  return headers;
};

/** The headers of a service's answer as the client gets them. */
export const answeredHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders => {
  for (const name of HOP_BY_HOP) if (name !== 'content-length') delete headers[name];
  return headers;
};
