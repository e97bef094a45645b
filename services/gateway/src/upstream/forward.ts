import { isRead, outcomeUnknown } from '@staycover/http';
import { DomainError } from '@staycover/kernel';
import type { Request, Response } from 'express';
import { type Dispatcher, errors } from 'undici';
import { isSafeToRepeat } from '../routing.ts';
import { answeredHeaders, forwardedHeaders } from './headers.ts';
import type { Replica } from './replica.ts';

/** The part of the time after which a service commits nothing any more. */
const COMMITTED_BY = 0.95;
/** The response of a service that did nothing. */
const REFUSED = 503;

/** The service did nothing, and the request may be repeated once. */
export class Refused extends Error {}

/** A request to be passed on, with its body. */
export type Forwarded = {
  request: Request;
  response: Response;
  body: Buffer | undefined;
  /** Called when the answer begins. */
  onAnswer(): void;
};

/** The attempt to have it answered by one replica. */
export type Attempt = {
  name: string;
  replica: Replica;
  /** The time within which the client must have its response. */
  leftMs: number;
  /** Whether there is no other replica. */
  isAlone: boolean;
  mayAskAgain(): boolean;
  /** Called when the request begins to go out. */
  onSend(): void;
};

/** Settles when the answer is passed back; rejects while there is still an answer to give. */
export const forward = (attempt: Attempt, { request, response, body, onAnswer }: Forwarded): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const { name, replica, leftMs, isAlone, mayAskAgain, onSend } = attempt;
    let isSent = false;
    let isRefused = false;
    const visit = replica.begin();
    const writer = answerWriter(response);
    replica.pool.dispatch(dispatchOptions(request, body, leftMs), {
      onRequestStart(controller) {
        if (response.destroyed) return controller.abort(new Error('The client went away.'));
        isSent = true;
        onSend();
        if (!isAlone && isSafeToRepeat(request)) visit.onLost((why) => controller.abort(why));
        response.once('close', () => {
          if (!response.writableEnded) controller.abort(new Error('The client went away.'));
        });
      },
      onResponseStart(_controller, status, headers) {
        visit.answered();
        isRefused = status === REFUSED && mayAskAgain();
        if (isRefused) return;
        onAnswer();
        if (status >= 200) response.writeHead(status, answeredHeaders(headers));
      },
      onResponseData(controller, chunk) {
        if (!isRefused) writer.write(controller, chunk);
      },
      onResponseEnd() {
        visit.end();
        if (isRefused) return reject(new Refused());
        writer.end();
        resolve();
      },
      onResponseError(_controller, error) {
        visit.end();
        // The client disconnected: no response is possible, and the service is fine.
        if (response.destroyed) return resolve();
        if (isRefused) return reject(new Refused());
        if (!response.headersSent) return reject(upstreamProblem(name, error, isSent ? request : undefined));
        response.destroy();
        resolve();
      },
    });
  });

/** Writes an answer as fast as the client reads it; the server cuts off who reads nothing of it. */
const answerWriter = (response: Response) => {
  let held: Buffer | undefined;
  return {
    /** One chunk is held back, so that a short answer leaves in one piece, headers included. */
    write(controller: Dispatcher.DispatchController, chunk: Buffer): void {
      if (held && !response.write(held)) {
        controller.pause();
        response.once('drain', () => controller.resume());
      }
      held = chunk;
    },
    end: () => void response.end(held),
  };
};

const dispatchOptions = (request: Request, body: Buffer | undefined, leftMs: number): Dispatcher.DispatchOptions => ({
  path: request.originalUrl,
  method: request.method as Dispatcher.HttpMethod,
  headers: [...forwardedHeaders(request), 'x-answer-within-ms', String(Math.floor(leftMs * COMMITTED_BY))],
  body: body ?? null,
  headersTimeout: Math.ceil(leftMs),
});

/** `sent` is the request when it reached the service: without an answer the outcome of a change is unknown. */
const upstreamProblem = (service: string, cause: unknown, sent: Request | undefined): Error => {
  const mayBeDone = sent !== undefined && !isRead(sent.method);
  const unknown = mayBeDone ? ` ${outcomeUnknown(sent)}` : '';
  const problem = (code: string, detail: string) => new DomainError(code, detail, {}, { cause });
  if (cause instanceof errors.HeadersTimeoutError || cause instanceof errors.BodyTimeoutError)
    return problem('upstream-timeout', `The ${service} service did not answer in time.${unknown}`);
  // An error of our own HTTP client does not mean that the service is down: it does not count against it.
  if (cause instanceof errors.InvalidArgumentError)
    return problem('malformed-request', 'The request cannot be passed on.');
  if (cause instanceof errors.HeadersOverflowError)
    return new Error(`The ${service} service answered more headers than can be passed on.`, { cause });
  return mayBeDone
    ? problem('upstream-timeout', `The ${service} service was lost before it answered.${unknown}`)
    : problem('service-unavailable', `The ${service} service cannot be reached now.`);
};
