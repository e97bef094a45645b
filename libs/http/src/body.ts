import type { IncomingMessage } from 'node:http';
import { assertParsable, type RouteContract, takesBody } from '@staycover/api';
import { DomainError } from '@staycover/kernel';
import express, { type RequestHandler } from 'express';

const MAX_BODY = '1mb';

const CHARSET = /;\s*charset\s*=\s*"?([^"\s;]*)/i;

/** Whether a media type is JSON in UTF-8, the only encoding that RFC 8259 has. */
export const isJsonInUtf8 = (contentType = ''): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType) && /^utf-?8$/i.test(CHARSET.exec(contentType)?.[1] ?? 'utf-8');

const read = new WeakMap<IncomingMessage, number>();

/** How many bytes of a body were read. */
export const bodyBytes = (request: IncomingMessage): number => read.get(request) ?? 0;

/** Oversized bodies are never parsed. */
const assertReadable = (request: IncomingMessage, _response: unknown, body: Buffer): void => {
  if (!isJsonInUtf8(request.headers['content-type']))
    throw new DomainError('unsupported-media-type', 'The body must be in UTF-8.');
  assertParsable(body);
  read.set(request, body.length);
};

/** Reads a JSON body of at most 1 MiB in UTF-8; one of another media type is left unread. */
export const jsonBody = express.json({
  limit: MAX_BODY,
  strict: false,
  type: 'application/json',
  verify: assertReadable,
});
/** Many write `utf8`, which the parser does not know. */
const nameUtf8: RequestHandler = ({ headers }, _response, next) => {
  const type = headers['content-type'];
  if (type) headers['content-type'] = type.replace(/(charset\s*=\s*"?)utf8/i, '$1utf-8');
  next();
};
const raw = express.raw({
  limit: MAX_BODY,
  type: () => true,
  verify: (request, _response, body) => void read.set(request, body.length),
});

/** Parses JSON where a route takes a body; keeps the bytes where it wants them raw; otherwise leaves the body alone. */
export const bodyParsers = (contract: RouteContract): RequestHandler[] => {
  if (!contract.body) return [];
  const parse = contract.rawBody ? raw : jsonBody;
  return [
    nameUtf8,
    (request, response, next) => (takesBody(contract, request.query) ? parse(request, response, next) : next()),
  ];
};
