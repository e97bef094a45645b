import type { Origin } from '@staycover/db';
import type { Request, RequestHandler } from 'express';

const arrivals = new WeakMap<Request, number>();

/** Before its caller is known: the keys of an issuer may take seconds to come. */
export const noteArrival: RequestHandler = (request, _response, next) => {
  if (!arrivals.has(request)) arrivals.set(request, performance.now());
  next();
};

/** The gateway sends its timeout; work that would finish later is not done. */
export const readPatience = (request: Request): Pick<Origin, 'began' | 'until'> => {
  const withinMs = Number(request.get('x-answer-within-ms'));
  const began = arrivals.get(request) ?? performance.now();
  return withinMs > 0 ? { began, until: began + withinMs } : {};
};
