import {
  type CreatePolicyBody,
  createPolicy,
  getPolicy,
  listPolicies,
  setPolicyStatus,
  updatePolicy,
} from '@staycover/api';
import type { Database, Tx } from '@staycover/db';
import {
  assertVersion,
  handle,
  idempotently,
  keyScope,
  nextPageLink,
  type Route,
  type RouteAnswer,
} from '@staycover/http';
import type { Actor, Clock, NewId } from '@staycover/kernel';
import type { PolicyFilter } from '../db/policies.ts';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Policy, PolicyStatus } from '../domain/policy.ts';
import type { Change, UpdatePolicy } from '../use-cases/change-policy.ts';
import type { Context } from '../use-cases/commit-policy.ts';
import type { CreatePolicy } from '../use-cases/create-policy.ts';
import type { PolicyPage, PrintedPolicy } from '../use-cases/read-policy.ts';
import { policyChanges, statementOf } from '../wire/bodies.ts';
import { policyResource } from '../wire/policy.ts';

/** What the routes call. Commands run in a transaction of the caller, beside the idempotency key. */
export type PolicyUseCases = {
  read(actor: Actor, id: string): Promise<PrintedPolicy>;
  list(actor: Actor, filter: PolicyFilter, page: { limit: number; after?: string | undefined }): Promise<PolicyPage>;
  create(tx: Tx, context: Context, command: CreatePolicy): Promise<Policy>;
  update(tx: Tx, context: Context, command: UpdatePolicy): Promise<Policy>;
  setStatus(tx: Tx, context: Context, command: Change & { status: PolicyStatus }): Promise<Policy>;
  enrollments(tx: Tx, policyId: string): Promise<Enrollment[]>;
};

type Platform = { database: Database; clock: Clock; newId: NewId };

const expecting = (ifMatch: number | undefined) => (policy: Policy) => assertVersion('policy', policy.version, ifMatch);

const creationOf = (body: CreatePolicyBody, id: string, actor: Actor): CreatePolicy => ({
  id,
  organizationId: body.organizationId,
  currency: body.currency,
  previousPolicyId: body.previousPolicyId ?? null,
  changes: policyChanges(body, actor.id),
  statement: statementOf(body),
});

export const policyRoutes = (useCases: PolicyUseCases, { database, clock, newId }: Platform): Route[] => {
  const contextOf = (actor: Actor): Context => ({ actor, now: clock(), newId });
  const answer = async (tx: Tx, policy: Policy): Promise<RouteAnswer> => ({
    body: policyResource(policy, await useCases.enrollments(tx, policy.id)),
    version: policy.version,
  });

  return [
    handle(createPolicy, ({ actor, body, idempotencyKey }) => {
      const route = createPolicy.operationId;
      const keyed = { key: idempotencyKey, scope: keyScope(actor), route, request: body };
      return database.transaction((tx) =>
        idempotently(tx, keyed, async () => {
          const policy = await useCases.create(tx, contextOf(actor), creationOf(body, newId(), actor));
          const headers = { Location: `/api/policy/${policy.id}`, ETag: `"${policy.version}"` };
          return { ...(await answer(tx, policy)), status: 201, headers };
        }),
      );
    }),

    handle(getPolicy, ({ actor, params }) => useCases.read(actor, params['id']!)),

    handle(listPolicies, async ({ actor, query }) => {
      const { limit, cursor, ...filter } = query;
      const { policies, next } = await useCases.list(actor, filter, { limit, after: cursor });
      const json = `[${policies.join(',')}]`;
      if (!next) return { json };
      return { json, headers: nextPageLink('/api/policy', query, next) };
    }),

    handle(updatePolicy, ({ actor, params, body, ifMatch }) =>
      database.transaction(async (tx) => {
        const changes = policyChanges(body, actor.id);
        const command = { id: params['id']!, check: expecting(ifMatch), changes, statement: statementOf(body) };
        return answer(tx, await useCases.update(tx, contextOf(actor), command));
      }),
    ),

    handle(setPolicyStatus, ({ actor, params, body, ifMatch }) =>
      database.transaction(async (tx) => {
        const command = { id: params['id']!, check: expecting(ifMatch), status: body.status };
        return answer(tx, await useCases.setStatus(tx, contextOf(actor), command));
      }),
    ),
  ];
};
