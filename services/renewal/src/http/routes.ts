import { getRenewalRun, listRenewals, listUpcomingRenewals, processRenewals, setRenewalStatus } from '@staycover/api';
import { assertVersion, handle, pageOf, type Route } from '@staycover/http';
import { type Actor, type CalendarDate, rateFromNumber } from '@staycover/kernel';
import type { PolicyCursor } from '../db/policies.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import type { Renewal } from '../domain/renewal.ts';
import type { Run } from '../domain/run.ts';
import type { SetRenewalStatus } from '../use-cases/set-renewal-status.ts';
import type { StartRun } from '../use-cases/start-run.ts';
import { renewalResource, runResource, upcomingResource } from '../wire.ts';
import { policyCursor, policyCursorText } from './paging.ts';
import { preferredWait } from './prefer.ts';

type Page<Cursor> = { limit: number; after?: Cursor | undefined };

/** What the routes call. */
export type RenewalUseCases = {
  history(actor: Actor, policyId: string, page: Page<CalendarDate>): Promise<Renewal[]>;
  upcoming(actor: Actor, days: number, page: Page<PolicyCursor>): Promise<RenewablePolicy[]>;
  setStatus(actor: Actor, command: SetRenewalStatus): Promise<Renewal>;
  /** Returns the id of the run, the same one for the same idempotency key. */
  startRun(actor: Actor, command: StartRun, idempotencyKey: string | undefined): Promise<string>;
  getRun(actor: Actor, jobId: string): Promise<Run>;
  awaitRun(actor: Actor, jobId: string, waitMs: number): Promise<Run>;
};

export const renewalRoutes = (useCases: RenewalUseCases): Route[] => [
  handle(listRenewals, async ({ actor, params, query }) => {
    const policyId = params['policyId']!;
    const after = query.cursor === undefined ? undefined : Temporal.PlainDate.from(query.cursor);
    const found = await useCases.history(actor, policyId, { limit: query.limit + 1, after });
    const path = `/api/renewal/policy/${encodeURIComponent(policyId)}`;
    const { page, headers } = pageOf(found, path, query, ({ newTermStart }) => newTermStart.toString());
    return { body: page.map(renewalResource), headers };
  }),

  handle(listUpcomingRenewals, async ({ actor, query }) => {
    const after = query.cursor === undefined ? undefined : policyCursor(query.cursor);
    const found = await useCases.upcoming(actor, query.days, { limit: query.limit + 1, after });
    const { page, headers } = pageOf(found, '/api/renewal/upcoming', query, policyCursorText);
    return { body: page.map(upcomingResource), headers };
  }),

  handle(setRenewalStatus, async ({ actor, params, body, ifMatch }) => {
    const newRate = body.newRate === undefined ? undefined : rateFromNumber(body.newRate, '/newRate');
    const check = ({ version }: Renewal) => assertVersion('renewal', version, ifMatch);
    const renewal = await useCases.setStatus(actor, { id: params['id']!, status: body.status, newRate, check });
    return { body: renewalResource(renewal), version: renewal.version };
  }),

  handle(processRenewals, async ({ actor, body, idempotencyKey, header }) => {
    const asOf = body.asOf === undefined ? undefined : Temporal.PlainDate.from(body.asOf);
    const jobId = await useCases.startRun(actor, { asOf, dryRun: body.dryRun ?? false }, idempotencyKey);
    const { waitMs, headers } = preferredWait(header('prefer'));
    const run = await useCases.awaitRun(actor, jobId, waitMs);
    if (run.status !== 'RUNNING') return { body: runResource(run), headers };
    return { status: 202, body: runResource(run), headers: { ...headers, Location: `/api/renewal/process/${jobId}` } };
  }),

  handle(getRenewalRun, async ({ actor, params }) => {
    const run = await useCases.getRun(actor, params['jobId']!);
    return { body: runResource(run) };
  }),
];
