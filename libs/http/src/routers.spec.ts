import { expect, test } from '@jest/globals';
import { routes } from '@staycover/api';
import express, { type Express, type Request, type Response, type Router } from 'express';
import fc from 'fast-check';
import { routersByShape } from './routers.ts';

/** An app with all routes of the interface; `routerFor` has the router of a path. */
const appWith = (routerFor: (app: Express) => (path: string) => Router): Express => {
  const app = express().disable('x-powered-by');
  const routerOn = routerFor(app);
  for (const { method, path, operationId } of routes) {
    const template = path.replaceAll(/\{(\w+)\}/g, ':$1');
    routerOn(path)[method](template, (request: Request, response: Response) => {
      response.json({ operationId, ...request.params });
    });
  }
  return app;
};

const plain = appWith((app) => () => app);
const byShape = appWith(routersByShape);

/** What answers a request, with its parameters; `none` when it is passed on. */
const findAnswer = (app: Express, method: string, url: string): Promise<unknown> =>
  new Promise((resolve) => {
    const pass = (error?: unknown) => resolve(error instanceof Error ? error.constructor.name : 'none');
    app({ method, url, headers: {} } as Request, { json: resolve } as unknown as Response, pass);
  });

const words = [...new Set(routes.flatMap(({ path }) => path.split('/')))].filter((word) => !word.includes('{'));
const word = fc.oneof(fc.constantFrom(...words), fc.constantFrom('', 'POLICY', '%70olicy', 'a%2Fb', '%', 'x', '..'));
const paths = fc
  .tuple(fc.constantFrom('/api', '/API', ''), fc.array(word, { maxLength: 5 }), fc.constantFrom('', '/', '//', '?a=/b'))
  .map(([start, rest, end]) => `${[start, ...rest].join('/')}${end}`);
const filled = fc.constantFrom(...routes).map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'));

test('a request reaches the route that Express alone would find', async () => {
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
  await fc.assert(
    fc.asyncProperty(method, fc.oneof(paths, filled), async (asked, path) => {
      expect(await findAnswer(byShape, asked, path)).toEqual(await findAnswer(plain, asked, path));
    }),
    { numRuns: 2_000 },
  );
});

test('every route is found', async () => {
  for (const { method, path } of routes) {
    expect(await findAnswer(byShape, method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1'))).not.toBe('none');
  }
});

test('OPTIONS are passed on: what is possible at a path is answered for all routes together', async () => {
  expect(await findAnswer(byShape, 'OPTIONS', '/api/policy/1')).toBe('none');
});
