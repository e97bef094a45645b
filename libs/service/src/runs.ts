import type { Database } from '@staycover/db';
import { DomainError, isId, timestamp, timestampIfAny } from '@staycover/kernel';
import { type BatchRun, findRun, listRuns } from '@staycover/schedules';
import type { RequestHandler, Router } from 'express';

const NEWEST = 20;

const runResource = ({ startedAt, finishedAt, ...run }: BatchRun) => ({
  ...run,
  startedAt: timestamp(startedAt),
  finishedAt: timestampIfAny(finishedAt),
});

/** How far the runs are that replicas share, for operators: `/runs` has the newest, `/runs/{id}` has one. */
export const registerRuns = (router: Router, database: Database, guard: RequestHandler): void => {
  router.get('/runs', guard, async (_request, response) => {
    const runs = await listRuns(database, NEWEST);
    response.json(runs.map(runResource));
  });
  router.get('/runs/:id', guard, async ({ params }, response) => {
    const id = String(params['id']);
    const run = isId(id) ? await findRun(database, id) : undefined;
    if (!run) throw DomainError.notFound('run', id);
    response.json(runResource(run));
  });
};
