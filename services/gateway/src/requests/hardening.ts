import cors from 'cors';
import type { Express } from 'express';
import helmet from 'helmet';
import type { GatewayConfig } from '../config.ts';

const PREFLIGHT_MAX_AGE_S = 600;

/** Response headers that a browser may show to a page of another origin. */
const EXPOSED = [
  'Allowed-Actions',
  'Deprecation',
  'ETag',
  'Ignored-Members',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
];

/** Headers for every response, and attributes of every request. */
export const harden = (app: Express, { CORS_ORIGINS, PUBLIC_URL, TRUSTED_PROXIES }: GatewayConfig): void => {
  app.set('trust proxy', TRUSTED_PROXIES);
  app.use(
    helmet({
      // For JSON, and for the few pages of text that bring their own style; /docs sets a policy of its own.
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'unsafe-inline'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
        },
      },
      frameguard: { action: 'deny' },
      strictTransportSecurity: PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    }),
  );
  // A cache in between shares what has no such word: it does not know an X-API-Key for credentials.
  app.use('/api', (_request, response, next) => {
    response.setHeader('Cache-Control', 'private, no-cache');
    next();
  });
  if (CORS_ORIGINS.length > 0)
    app.use(cors({ origin: CORS_ORIGINS, exposedHeaders: EXPOSED, maxAge: PREFLIGHT_MAX_AGE_S }));
};
