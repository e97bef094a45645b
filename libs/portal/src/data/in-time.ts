type Send = (request: Request) => Promise<Response>;

/**
 * Sends requests, and gives up on one after a while: on its answer, and on the body of that.
 * @throws DOMException `TimeoutError`
 */
export const inTime =
  (send: Send, ms: number): Send =>
  (request) =>
    send(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) }));
