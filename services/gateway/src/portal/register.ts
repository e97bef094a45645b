import { createRequire } from 'node:module';
import type { Express, Request, RequestHandler, Response } from 'express';
import type { GatewayConfig } from '../config.ts';
import { type Portal, type PortalFile, readFailure, readPortal } from './files.ts';
import { sendWaitingPage } from './waiting-page.ts';

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

/** Every address of a page; which one it is, the portal decides in the browser. */
const PAGES = [
  '/',
  '/signed-in',
  '/start',
  '/deals{/:id}',
  '/policies{/:id}',
  '/invoices{/:id}',
  '/account',
  '/renewals',
  '/events',
  '/operations',
  '/timeline/:id',
  '/webhooks{/:id}',
  '/mails{/:id}',
  '/claims{/:id}',
];

/** Scripts of its own alone; calls go to this platform, and to where people sign in. */
const contentSecurityPolicy = (signInOrigins: readonly string[]): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  `connect-src ${["'self'", ...signInOrigins].join(' ')}; base-uri 'none'; ` +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Serves the portal to browsers, from memory: its page, its assets, and its configuration. Everything else goes to the
 * next handler.
 */
export const registerPortal = (app: Express, config: GatewayConfig): void => {
  const { PORTAL_DIR: folder } = config;
  if (folder === undefined) return;
  const signIn = readSignIn(config);
  const policy = contentSecurityPolicy(signIn ? [new URL(signIn.issuer).origin, ...config.PORTAL_SIGN_IN_ORIGINS] : []);
  let portal: Portal | undefined;
  const current = async (): Promise<Portal | undefined> => (portal ??= await readPortal(folder));

  const servePage: RequestHandler = async (request, response, next) => {
    response.vary('Accept');
    if (!wantsPage(request)) return next();
    const built = await current();
    if (!built) return sendWaitingPage(response, await readFailure(folder));
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    send(built.page, request, response);
  };

  const serveAsset: RequestHandler<{ file: string }> = async (request, response, next) => {
    const asset = (await current())?.assets.get(request.params.file);
    if (!asset) {
      // Another gateway may have it, during an update.
      response.set('Cache-Control', 'no-store');
      return next();
    }
    response.set('Cache-Control', 'public, max-age=31536000, immutable');
    send(asset, request, response);
  };

  app.get(PAGES, servePage);
  app.get('/portal/assets/:file', serveAsset);
  app.get('/portal/config.json', (_request, response) => {
    response.set('Cache-Control', 'no-cache').json({
      authMode: config.AUTH_MODE,
      sandbox: config.SANDBOX === 'on',
      signIn,
      traceUrl: config.TRACE_URL,
      version,
    });
  });
};

/** Where people sign in, if the issuer knows the portal. */
const readSignIn = ({
  AUTH_MODE,
  AUTH_ISSUER: issuer,
  PORTAL_CLIENT_ID: clientId,
  PORTAL_SCOPE: scope,
}: GatewayConfig) =>
  AUTH_MODE === 'jwt' && issuer !== undefined && URL.canParse(issuer) && clientId !== undefined
    ? { issuer, clientId, scope }
    : undefined;

/** Browsers accept HTML explicitly when they open a page; a client that accepts anything is not a browser. */
const wantsPage = (request: Request): boolean => /\btext\/html\b/i.test(request.get('accept') ?? '');

const send = ({ type, etag, forms }: PortalFile, request: Request, response: Response): void => {
  response.set({ 'Content-Type': type, ETag: etag }).vary('Accept-Encoding');
  if (request.fresh) return void response.status(304).end();
  const encoding = (request.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as keyof PortalFile['forms'];
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.end(forms[encoding]);
};
