import { Router } from 'express';

/** The length of a path and the word after /api, which is never a parameter: of `/api/policy/{id}`, `4 policy`. */
const readShape = (path: string): string => {
  const words = path.toLowerCase().replace(/\/$/, '').split('/');
  return `${words.length} ${words[2]}`;
};

/**
 * Routers for paths below /api, one for each shape that paths have: Express tries the routes of a router one by one, for
 * each request.
 */
export const routersByShape = (app: Router): ((path: string) => Router) => {
  const routers = new Map<string, Router>();
  app.use((request, response, next) => {
    // A router of Express answers OPTIONS itself.
    const router = request.method === 'OPTIONS' ? undefined : routers.get(readShape(request.path));
    if (router) router(request, response, next);
    else next();
  });
  return (path) => routers.getOrInsertComputed(readShape(path), () => Router());
};
