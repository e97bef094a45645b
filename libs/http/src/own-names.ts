import { DomainError } from '@staycover/kernel';
import type { RequestHandler } from 'express';
import { isRead } from './request-line.ts';

/** The names of the machine itself, as a Host header has them. */
export const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const;

/** Refuses requests to other names: the name of a web page may lead here, and the page then reads the answers. */
export const ownHosts =
  (names: ReadonlySet<string>): RequestHandler =>
  ({ headers: { host = '' } }, _response, next) => {
    if (!names.has(host.replace(/:\d*$/, '').toLowerCase()))
      throw new DomainError('misdirected-request', 'This server has another name.');
    next();
  };

/**
 * Refuses changes by web pages of other hosts where no credentials are needed: a browser sends some requests for any page.
 * @param origins of pages of other hosts that may change something, as `https://app.example`
 */
export const ownPages =
  (names: ReadonlySet<string>, origins: readonly string[] = []): RequestHandler =>
  ({ method, headers: { origin } }, _response, next) => {
    const isOwn = (page: string): boolean =>
      origins.includes(page) || (URL.canParse(page) && names.has(new URL(page).hostname));
    if (origin !== undefined && !isRead(method) && !isOwn(origin))
      throw new DomainError('foreign-origin', 'A page of another origin may change nothing here.');
    next();
  };
