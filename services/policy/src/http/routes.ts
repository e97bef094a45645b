import {
  correctPolicy as correctPolicyRoute,
  createPolicy as createPolicyRoute,
  Election,
  getPolicyAudit,
  listPolicyChanges,
  Policy,
  setPolicyStatus as setPolicyStatusRoute,
  updatePolicy as updatePolicyRoute,
  withdrawPolicyChange as withdrawPolicyChangeRoute,
} from '@staycover/api';
import { type CommandDeps, createContext, type Database, oncePerKey } from '@staycover/change';
import {
  type AuditedResource,
  auditRoute,
  handle,
  nextPageLink,
  type ResourceAnswer,
  type Route,
} from '@staycover/http';
import type { EnrolledPolicy } from '../db/enrolled-policies.ts';
import { readHead } from '../db/policies.ts';
import { type RateVersionRow, rateVersionsFromRows } from '../db/rate-versions.ts';
import { correctPolicy } from '../use-cases/correct-policy.ts';
import { createPolicy } from '../use-cases/create-policy.ts';
import { queueing } from '../use-cases/locking-organization.ts';
import { readChanges } from '../use-cases/read-policy.ts';
import { type MoveRules, setPolicyStatus } from '../use-cases/set-policy-status.ts';
import { updatePolicy } from '../use-cases/update-policy.ts';
import { withdrawPolicyChange } from '../use-cases/withdraw-policy-change.ts';
import { policyChanges, statusMove, toCalendarDate, toCorrection, toNewPolicy, toStatement } from '../wire/bodies.ts';
import { policyResource, rateVersionResource } from '../wire/policy.ts';
import { policyChangeResource } from '../wire/policy-change.ts';

const shown = ({ policy, enrollments }: EnrolledPolicy): ResourceAnswer => ({
  body: policyResource(policy, enrollments),
  version: policy.version,
});

const RATES = ['ratePerNight', 'ratePerMonth', 'ratePerReservation', 'lossFundRatePerNight', 'rateOverridePerNight'];

const auditedPolicy = (database: Database): AuditedResource => ({
  resource: 'policy',
  members: [...Object.keys(Policy.shape), ...Object.keys(Election.shape)],
  rates: RATES,
  nested: { rateTableVersions: (rows) => rateVersionsFromRows(rows as RateVersionRow[]).map(rateVersionResource) },
  find: async (actor, id) => {
    await readHead(database, actor, id);
    return {};
  },
});

export const policyRoutes = (platform: CommandDeps, rules: MoveRules): Route[] => {
  const { database, newId } = platform;
  return [
    handle(createPolicyRoute, (request) =>
      queueing((locking) =>
        oncePerKey(platform, createPolicyRoute, request, async (work) => {
          const command = toNewPolicy(request.body, newId(), request.actor.id);
          const created = await createPolicy(work, createContext(platform, request), command, locking);
          return { ...shown(created), status: 201, headers: { Location: `/api/policy/${command.id}` } };
        }),
      ),
    ),

    handle(updatePolicyRoute, async (request) => {
      const { params, body, ifMatch, actor } = request;
      const changes = policyChanges(body, actor.id);
      const effectiveFrom = toCalendarDate(body.effectiveFrom);
      const command = { id: params.id, ifMatch, changes, statement: toStatement(body), effectiveFrom };
      return shown(await updatePolicy(database, createContext(platform, request), command));
    }),

    handle(setPolicyStatusRoute, async (request) => {
      const { params, body, ifMatch } = request;
      const command = { id: params.id, ifMatch, move: statusMove(body) };
      return shown(await setPolicyStatus(database, createContext(platform, request), command, rules));
    }),

    handle(correctPolicyRoute, (request) => {
      const { params, body, ifMatch, actor } = request;
      const changes = policyChanges(body, actor.id);
      const command = { id: params.id, ifMatch, correction: toCorrection(body), changes, statement: toStatement(body) };
      return queueing((locking) =>
        oncePerKey(platform, correctPolicyRoute, request, async (work) =>
          shown(await correctPolicy(work, createContext(platform, request), command, locking)),
        ),
      );
    }),

    handle(listPolicyChanges, async ({ actor, params: { id }, query }) => {
      const { limit, cursor: after, order } = query;
      const { page, next } = await readChanges(database, actor, id, { limit, after, order });
      const headers = nextPageLink(listPolicyChanges.path.replace('{id}', id), query, next);
      return { body: page.map(policyChangeResource), headers };
    }),

    handle(withdrawPolicyChangeRoute, async (request) => {
      const { params, ifMatch } = request;
      return shown(await withdrawPolicyChange(database, createContext(platform, request), { ...params, ifMatch }));
    }),

    auditRoute(database, getPolicyAudit, auditedPolicy(database)),
  ];
};
