import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { jsonPieces } from '@staycover/kernel';
import type { Request, Response } from 'express';
import { type AllowedActions, allowedActionsHeader } from './allowed-actions.ts';
import { requireActor } from './auth.ts';
import { entityTag, matchesTag } from './entity-tag.ts';
import { isRead } from './request-line.ts';

type Without<Members extends string> = Partial<Record<Members, never>>;

type Headers = { headers?: Record<string, string> };

type Described = Headers & {
  status?: number;
  /** The resource's version, for ETag and If-None-Match. */
  version?: number;
  /** The actions that its state allows; shown to callers with a role for them. */
  allowed?: AllowedActions;
};

/** A wire resource. */
export type ResourceAnswer = Described & { body?: unknown } & Without<'json' | 'content' | 'stream'>;

/** The text of a wire resource that is already printed. */
type PrintedAnswer = Described & { json: string } & Without<'body' | 'content' | 'stream'>;

type Content = { type: string; body: string | Buffer };

/** Something other than JSON. */
type ContentAnswer = Described & { content: Content } & Without<'body' | 'json' | 'stream'>;

/**
 * What is sent as it is made. What fails before the first chunk is a problem, later the answer breaks off, as it does
 * when the client takes a chunk no sooner than after `patienceMs`.
 */
type StreamAnswer = Headers & {
  stream: { type: string; chunks: AsyncGenerator<string>; patienceMs?: number };
} & Without<'body' | 'json' | 'content' | 'status' | 'version' | 'allowed'>;

type WholeAnswer = ResourceAnswer | PrintedAnswer | ContentAnswer;

export type RouteAnswer = WholeAnswer | StreamAnswer;

/** Sends what a handler answered: 304 where the client has it already. */
export const sendAnswer = (request: Request, response: Response, answer: RouteAnswer): Promise<void> =>
  answer.stream ? sendStream(response, answer) : send(request, response, answer);

const send = async (
  request: Request,
  response: Response,
  { status = 200, body, json, content, headers, version, allowed }: WholeAnswer,
): Promise<void> => {
  for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  if (allowed) response.setHeader('Allowed-Actions', allowedActionsHeader(allowed, requireActor(request).roles));
  if (version !== undefined) {
    const etag = entityTag(version);
    response.setHeader('ETag', etag);
    if (isRead(request.method) && matchesTag(request.get('if-none-match'), etag)) {
      response.status(304).end();
      return;
    }
  }
  const printed = content?.body ?? json ?? jsonPieces(body);
  response.status(status).setHeader('Content-Type', content?.type ?? 'application/json; charset=utf-8');
  if (typeof printed === 'object' && !Buffer.isBuffer(printed)) await sendPieces(response, printed);
  else response.end(printed);
};

/** Makes no more pieces than the client takes. */
const sendPieces = async (response: Response, pieces: AsyncIterable<string>): Promise<void> => {
  // A pipeline to who left is an error of its own.
  if (response.destroyed) return;
  await pipeline(Readable.from(pieces, { highWaterMark: 1 }), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
};

/** Reads at the client's pace; when the client disconnects, the stream is ended. */
const sendStream = async (response: Response, { stream, headers = {} }: StreamAnswer): Promise<void> => {
  const { type, chunks, patienceMs } = stream;
  const first = await chunks.next();
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.status(200).setHeader('Content-Type', type);
  response.flushHeaders();
  const all = async function* () {
    let patience: NodeJS.Timeout | undefined;
    try {
      for (let next = first; !next.done; next = await chunks.next()) {
        if (patienceMs !== undefined) patience = setTimeout(() => response.destroy(), patienceMs);
        yield next.value;
        clearTimeout(patience);
      }
    } finally {
      clearTimeout(patience);
    }
  };
  try {
    await sendPieces(response, all());
  } finally {
    // Not in `all`: a generator that was never read ends without its `finally`.
    await chunks.return(undefined);
  }
};
