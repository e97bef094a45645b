import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { asyncApiDocument, openApiDocument } from '@staycover/documents';
import { once } from '@staycover/kernel';
import express, { type Express, type RequestHandler } from 'express';
import { eventsPage } from './events-page.ts';
import { problemPage, problemsPage } from './problem-pages.ts';
import { referencePage, referenceScript } from './reference.ts';

type DocsOptions = {
  /** Where clients reach the gateway. */
  publicUrl: string;
  /** Host and port where systems reach NATS. */
  natsHost: string;
};

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Swagger UI styles elements as it goes and draws its icons from data; everything else comes from here. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Answers that wait to be read share the bytes. */
const serve = (type: string, loadText: () => string | Promise<string>): RequestHandler => {
  const loadBytes = once(async () => Buffer.from(await loadText()));
  return async (_request, response) => {
    const bytes = await loadBytes();
    response.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' }).type(type).send(bytes);
  };
};

/** Serves the documents for machines and the pages for people. */
export const registerDocs = (app: Express, { publicUrl, natsHost }: DocsOptions): void => {
  // Created on first use: a starting gateway serves requests first.
  const asyncApi = once(() => asyncApiDocument({ publicUrl, natsHost }));
  app.get('/', (_request, response) => response.redirect('/docs'));
  app.get(
    '/openapi.json',
    serve('json', async () => JSON.stringify(await openApiDocument({ publicUrl }))),
  );
  app.get(
    '/asyncapi.json',
    serve('json', async () => JSON.stringify(await asyncApi())),
  );
  app.get('/docs', serve('html', referencePage));
  app.get(
    '/docs/reference.js',
    serve('js', () => referenceScript),
  );
  app.get(
    '/docs/events',
    serve('html', async () => eventsPage(await asyncApi())),
  );
  app.get('/docs/problems', serve('html', problemsPage));
  app.get('/docs/assets/:file', serveAsset);
  app.get('/problems', (_request, response) => response.redirect('/docs/problems'));
  app.get('/problems/:slug', (request, response, next) => {
    const html = problemPage(request.params.slug, publicUrl);
    return html === undefined ? next() : serve('html', () => html)(request, response, next);
  });
};

const assets = new Set(['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png']);
const fromSwaggerUi = express.static(swaggerUi, { index: false, maxAge: '1d' });

const serveAsset: RequestHandler<{ file: string }> = (request, response, next) => {
  if (!assets.has(request.params.file)) return next();
  request.url = `/${request.params.file}`;
  return fromSwaggerUi(request as never, response, next);
};
