import { isUtf8 } from 'node:buffer';
import type { RouteContract } from '@staycover/api';
import { DomainError } from '@staycover/kernel';
import express, { type RequestHandler } from 'express';

const MAX_BODY = '1mb';

/** What is no UTF-8 would be stored with replacement characters: not what was sent. */
const assertUtf8 = (_request: unknown, _response: unknown, body: Buffer, encoding: string): void => {
  if (encoding === 'utf-8' && !isUtf8(body)) throw new DomainError('malformed-json', 'The body is not valid UTF-8.');
};

/** Reads a JSON body of at most 1 MiB in UTF-8; one of another media type is left unread. */
export const jsonBody = express.json({ limit: MAX_BODY, strict: false, type: 'application/json', verify: assertUtf8 });
const raw = express.raw({ limit: MAX_BODY, type: () => true });

/** Parses JSON where a route takes a body; keeps the bytes where it wants them raw; otherwise leaves the body alone. */
export const bodyParsers = ({ body, rawBody }: RouteContract): RequestHandler[] =>
  body ? [rawBody ? raw : jsonBody] : [];
