import { pathPattern, type RouteContract } from '@staycover/api';
import { type Authenticator, openToAll } from '@staycover/auth';
import type { Spend } from '@staycover/db';
import type { Logger, Metrics } from '@staycover/telemetry';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { observeRequests } from './observe.ts';
import { problemHandler, sendProblem } from './problem.ts';
import { fixedPaths, type Route, registerRoutes } from './route.ts';

type AppOptions = {
  /** Where clients reach the gateway; the base of problem types. */
  publicUrl: string;
  routes: readonly Route[];
  logger: Logger;
  metrics?: Metrics;
  /** Authenticates requests; without it every caller is anonymous. */
  authenticate?: Authenticator;
  /** What pays for what clients cause to be stored. */
  spend?: Spend | undefined;
  /** Registered before parsers, authentication and limits. */
  before?: (router: Router) => void;
};

/** An Express app that serves route contracts, and answers everything else with a problem. */
export const createApp = ({
  publicUrl,
  routes,
  logger,
  metrics,
  before,
  spend,
  authenticate = openToAll,
}: AppOptions): Express => {
  const app = bareApp();
  app.use(observeRequests({ logger, metrics }));
  before?.(app);
  const contracts = routes.map(({ contract }) => contract);
  registerRoutes(app, routes, { authenticate, spend });
  app.use(noSuchRoute(publicUrl, contracts));
  app.use(problemHandler(publicUrl, logger));
  return app;
};

/** Express with what no request needs switched off, and a query parser that cannot make prototypes. */
export const bareApp = (): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  return app;
};

/** 405 with `Allow` for a known path with another method, else 404. */
export const noSuchRoute = (publicUrl: string, contracts: readonly RouteContract[]): RequestHandler => {
  const isFixed = fixedPaths(contracts);
  const paths = contracts.map((contract) => ({
    path: contract.path,
    method: contract.method.toUpperCase(),
    pattern: pathPattern(contract),
  }));
  return (request, response) => {
    const fixed = isFixed(request.path);
    const here = paths.filter(({ path, pattern }) => pattern.test(request.path) && !(fixed && path.includes('{')));
    const allowed = [...new Set(here.map(({ method }) => method))];
    if (allowed.includes('GET')) allowed.push('HEAD');
    if (allowed.length === 0) {
      return sendProblem(response, publicUrl, 'not-found', `There is nothing at ${request.path.slice(0, 200)}.`);
    }
    response.setHeader('Allow', allowed.join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    const detail = `${request.method} is not possible here, only ${allowed.join(', ')}.`;
    return sendProblem(response, publicUrl, 'method-not-allowed', detail, { allowed });
  };
};
