import type { IncomingMessage, RequestListener } from 'node:http';

const unreadable = new WeakSet<IncomingMessage>();

/** Whether a request named no address that can be read. */
export const hasNoTarget = (request: IncomingMessage): boolean => unreadable.has(request);

/**
 * A request may name a whole URL, as to a proxy (RFC 9112, 3.2.2): its path counts. Express ends one that it cannot read
 * before the first middleware, so it goes on without.
 */
export const withPath =
  (handler: RequestListener): RequestListener =>
  (request, response) => {
    const target = request.url!;
    if (!/^[/*]/.test(target)) {
      const url = URL.parse(target);
      if (!url) unreadable.add(request);
      request.url = url ? (url.pathname || '/') + url.search : '/';
    }
    handler(request, response);
  };
