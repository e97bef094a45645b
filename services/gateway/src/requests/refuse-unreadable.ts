import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ProblemSlug, problems } from '@staycover/api';
import { problemBody, requestPath } from '@staycover/http';

/** What the parser gives up, by the code of its error. */
const refusals: Record<string, [ProblemSlug, detail: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['headers-too-long', 'The address and the headers are longer than 16 KiB together.'],
};
const UNREADABLE: [ProblemSlug, string] = ['malformed-request', 'This is not a request in HTTP/1.1.'];

/**
 * Answers what the HTTP parser cannot read as a problem; Node alone would answer a status without a body. Unknown
 * expectations are passed over, as RFC 9110 allows.
 */
export const refuseUnreadable = (server: Server, publicUrl: string): void => {
  const answering = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => void answering.set(request.socket, response));
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answering.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || isAnswering) return void socket.destroy(error);
    const [slug, detail] = refusals[error.code ?? ''] ?? UNREADABLE;
    const instance = answer && !answer.writableFinished ? requestPath(answer.req.url!) : '/';
    socket.end(formatAnswer(slug, problemBody(publicUrl, slug, { detail, instance })), () => socket.destroy(error));
  });
};

const formatAnswer = (slug: ProblemSlug, body: string): string =>
  [
    `HTTP/1.1 ${problems[slug].status} ${STATUS_CODES[problems[slug].status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
