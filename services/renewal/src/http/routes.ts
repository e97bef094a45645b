import {
  getRenewal,
  getRenewalAudit,
  getRenewalRun,
  listAllRenewals,
  listRenewals as listRenewalsRoute,
  listUpcomingRenewals,
  processRenewals,
  RenewalRecord,
  setRenewalStatus,
} from '@staycover/api';
import { createContext, inTransaction, oncePerKey } from '@staycover/change';
import { auditRoute, handle, paginate, type Route } from '@staycover/http';
import { businessDate } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { upcomingPolicies } from '../db/policies.ts';
import { listAll, listRenewals, renewals } from '../db/renewals.ts';
import { getRun } from '../db/runs.ts';
import type { Run } from '../domain/run.ts';
import { awaitRun } from '../use-cases/await-run.ts';
import { moveRenewal, possibleMoves } from '../use-cases/move-renewal.ts';
import type { RunQueue } from '../use-cases/run-queue.ts';
import { showRenewal, showRenewals } from '../use-cases/show-renewals.ts';
import { startRun } from '../use-cases/start-run.ts';
import { runResource, upcomingResource, wantedMove } from '../wire.ts';
import { policyCursor, policyCursorText } from './paging.ts';
import { preferredWait } from './prefer.ts';
import { summaryRoutes } from './summary-routes.ts';

export const renewalRoutes = (platform: Platform, queue: RunQueue): Route[] => {
  const { database } = platform;
  return [
    ...listRoutes(platform),

    handle(getRenewal, async ({ actor, params }) => {
      const renewal = await renewals.load(database, actor, params.id);
      const allowed = { setRenewalStatus: await possibleMoves(database, actor, renewal) };
      return { body: await showRenewal(database, renewal), version: renewal.version, allowed };
    }),

    handle(setRenewalStatus, (request) =>
      inTransaction(database, async (tx) => {
        const { params, ifMatch, body } = request;
        const target = { id: params.id, ifMatch };
        const renewal = await moveRenewal(tx, createContext(platform, request), target, wantedMove(body));
        return { body: await showRenewal(tx, renewal), version: renewal.version };
      }),
    ),

    processRoute(platform, queue),

    ...summaryRoutes(platform),

    handle(getRenewalRun, async ({ actor, params }) => ({
      body: runResource(await getRun(database, actor, params.jobId)),
    })),

    auditRoute(database, getRenewalAudit, {
      resource: 'renewal',
      members: Object.keys(RenewalRecord.shape),
      rates: ['previousRate', 'newRate'],
      find: async (actor, id) => {
        await renewals.load(database, actor, id);
        return {};
      },
    }),
  ];
};

/** Renewals that exist, and policies that will have one. */
const listRoutes = ({ database, clock }: Platform): Route[] => [
  handle(listAllRenewals, async ({ actor, query }) => {
    const { limit, cursor, order, ...filter } = query;
    const found = await listAll(database, actor, filter, { limit: limit + 1, after: cursor, order });
    const { page, headers } = paginate(found, '/api/renewal', query, ({ id }) => id);
    return { body: await showRenewals(database, page), headers };
  }),

  handle(listRenewalsRoute, async ({ actor, params, query }) => {
    const { policyId } = params;
    const after = query.cursor === undefined ? undefined : Temporal.PlainDate.from(query.cursor);
    const found = await listRenewals(database, actor, policyId, { limit: query.limit + 1, after });
    const path = `/api/renewal/policy/${encodeURIComponent(policyId)}`;
    const { page, headers } = paginate(found, path, query, ({ newTermStart }) => newTermStart.toString());
    return { body: await showRenewals(database, page), headers };
  }),

  handle(listUpcomingRenewals, async ({ actor, query }) => {
    const first = businessDate(clock());
    const ends = { first, last: first.add({ days: query.days }) };
    const after = query.cursor === undefined ? undefined : policyCursor(query.cursor);
    const { organizationId } = query;
    const found = await upcomingPolicies(database, actor, ends, { organizationId, limit: query.limit + 1, after });
    const { page, headers } = paginate(found, '/api/renewal/upcoming', query, policyCursorText);
    return { body: page.map(upcomingResource), headers };
  }),
];

/** A key identifies one run; a repetition returns the current state of that run. */
const processRoute = (platform: Platform, queue: RunQueue): Route =>
  handle(processRenewals, async (request) => {
    const { actor, header } = request;
    const body = { ...request.body, dryRun: request.body.dryRun ?? false };
    const asOf = body.asOf === undefined ? undefined : Temporal.PlainDate.from(body.asOf);
    const queued = new Map<string, Run>();
    const started = await oncePerKey(platform, processRenewals, { ...request, body }, async (work) => {
      const run = await startRun(work, { asOf, dryRun: body.dryRun }, createContext(platform, request));
      queued.set(run.jobId, run);
      return { body: run.jobId };
    });
    const jobId = (started.json === undefined ? started.body : JSON.parse(started.json)) as string;
    queue.wake();
    const { waitMs, headers } = preferredWait(header('prefer'));
    const run = await awaitRun({ ...queue, database: platform.database }, actor, jobId, waitMs, queued.get(jobId));
    if (run.status !== 'RUNNING') return { body: runResource(run), headers };
    return { status: 202, body: runResource(run), headers: { ...headers, Location: `/api/renewal/process/${jobId}` } };
  });
