import { type ProblemSlug, problems } from '@staycover/api';
import { isDatabaseAway, isDatabaseUnavailable, OutcomeUnknown } from '@staycover/db';
import { DomainError, isDomainError, newId } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { isRead, requestPath } from './request-line.ts';

const RETRY_AFTER_S = 2;

/**
 * Writes an RFC 9457 problem. `type` points to a page that the gateway serves; `extra` holds the documented
 * extension members.
 */
export const sendProblem = (
  response: Response,
  publicUrl: string,
  slug: ProblemSlug,
  detail: string,
  extra: Record<string, unknown> = {},
): void => {
  const { status } = problems[slug];
  if (status === 503 || status === 429) response.setHeader('Retry-After', String(extra['retryAfter'] ?? RETRY_AFTER_S));
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) response.setHeader('WWW-Authenticate', 'Bearer');
  if (status === 413) response.setHeader('Connection', 'close');
  response.status(status).type('application/problem+json');
  const instance = requestPath(response.req.originalUrl);
  response.send(problemBody(publicUrl, slug, { detail, instance, ...extra }));
};

type Particulars = { detail: string; instance: string; [member: string]: unknown };

/** The JSON of a problem. */
export const problemBody = (publicUrl: string, slug: ProblemSlug, particulars: Particulars): string => {
  const { status, title } = problems[slug];
  return JSON.stringify({ type: `${publicUrl}/problems/${slug}`, title, status, ...particulars });
};

/** What the body parser and the router throw, by their `type` or status. */
const frameworkProblem = (error: Error & { type?: string; status?: number }): DomainError | undefined => {
  if (error.type === 'entity.too.large') {
    return new DomainError('payload-too-large', 'The body is larger than 1 MiB.');
  }
  if (error.type === 'entity.parse.failed') {
    return new DomainError('malformed-json', 'The body is not well-formed JSON.');
  }
  if (error.type === 'encoding.unsupported' || error.type === 'charset.unsupported') {
    return new DomainError(
      'unsupported-media-type',
      'The body must be UTF-8 JSON, plain or compressed with gzip, deflate or br.',
    );
  }
  // The router cannot decode a path parameter: such an id names nothing.
  if (error instanceof URIError) return new DomainError('not-found', 'There is nothing at this path.');
  if (error.status === 400) return DomainError.invalid([{ pointer: '', detail: 'is malformed' }]);
  return undefined;
};

/** How to go on after a change that may have taken effect; a problem with it has status 504. */
export const outcomeUnknown = (request: Pick<Request, 'get'>): string => {
  const hasKey = request.get('idempotency-key') !== undefined;
  const next = hasKey ? 'look, or send it again with the same Idempotency-Key' : 'look before you send it again';
  return `Whether the request took effect is unknown: ${next}.`;
};

const AWAY = 'The service cannot reach its database now.';
const TOO_SLOW = 'This took too long, perhaps because others change the same now.';

/** The one place where errors become responses; unexpected ones become a 500 with an id that is in the log. */
export const problemHandler =
  (publicUrl: string, logger: Logger): ErrorRequestHandler =>
  (error, request, response, _next) => {
    if (response.headersSent) return breakOff(logger, error, response);
    const known = isDomainError(error) ? error : frameworkProblem(error);
    if (known && known.code in problems) {
      return sendProblem(response, publicUrl, known.code as ProblemSlug, known.message, known.extra);
    }
    if (error instanceof OutcomeUnknown && !isRead(request.method)) {
      logger.warn({ error: String(error.cause), path: request.path }, 'database was lost before it answered');
      return sendProblem(
        response,
        publicUrl,
        'upstream-timeout',
        `The database did not answer. ${outcomeUnknown(request)}`,
      );
    }
    if (isDatabaseUnavailable(error)) {
      logger.warn({ error: String(error), path: request.path }, 'database unavailable');
      return sendProblem(response, publicUrl, 'service-unavailable', isDatabaseAway(error) ? AWAY : TOO_SLOW);
    }
    const errorId = newId();
    logger.error({ err: error, errorId, method: request.method, path: request.path }, 'unexpected error');
    sendProblem(response, publicUrl, 'internal', 'Something went wrong here, not in the request.', { errorId });
  };

/** Too late for a problem: the client gets a part, and sees that it is one. Express would print all of the error, values included. */
const breakOff = (logger: Logger, error: unknown, response: Response): void => {
  const { method, path } = response.req;
  const isExpected = isDomainError(error) || isDatabaseUnavailable(error);
  if (isExpected) logger.warn({ error: String(error), method, path }, 'an answer broke off');
  else logger.error({ err: error, method, path }, 'an answer broke off');
  response.destroy();
};
