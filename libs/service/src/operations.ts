import {
  type DeadLetter,
  discardDeadLetter,
  getDeadLetter,
  getStanding,
  listDeadLetters as listRoute,
  replayDeadLetter,
  type ServiceName,
} from '@staycover/api';
import { inTransaction, timestampFromSql } from '@staycover/db';
import { handle, paginate, type Route } from '@staycover/http';
import { type Actor, assertAllOrganizations, assertOrganization, DomainError } from '@staycover/kernel';
import {
  type DeadLetterRow,
  listDeadLetters,
  type Replayed,
  readDeadLetter,
  readOpenDeadLetter,
  resolveDeadLetter,
} from '@staycover/messaging';
import type { Platform } from './definition.ts';
import { readServiceStanding, type StandingParts } from './standing.ts';

type Parts = StandingParts &
  Pick<Platform, 'database'> & {
    replay: (id: string, operator: string, scope: Scope) => Promise<Replayed>;
  };

type Scope = { organizations?: readonly string[] | undefined };

/** What operators ask of a service over HTTP; the command line asks the same of its tables. */
export const operationsRoutes = (parts: Parts): Route[] => {
  const { service, database, replay } = parts;
  const assertHere = (params: { service: ServiceName }): void => {
    if (params.service !== service) throw DomainError.notFound('service', params.service);
  };
  const wire = resourceIn(service);
  return [
    handle(getStanding, async ({ actor, params }) => {
      assertHere(params);
      assertAllOrganizations(actor, 'This is for operators of all organizations.');
      return { body: await readServiceStanding(parts) };
    }),

    handle(listRoute, async ({ actor, params, query }) => {
      assertHere(params);
      const { limit, cursor: after, state, organizationId } = query;
      const filter = { ...readScope(actor, organizationId), isOpen: state === 'OPEN', limit: limit + 1, after };
      const found = await listDeadLetters(database, filter);
      const { page, headers } = paginate(found, `/api/ops/${service}/dead-letters`, query, ({ id }) => id);
      return { body: page.map(wire), headers };
    }),

    handle(getDeadLetter, async ({ actor, params }) => {
      assertHere(params);
      const letter = await readDeadLetter(database, params.id, readScope(actor));
      return { body: { ...wire(letter), payload: letter.payload } };
    }),

    handle(replayDeadLetter, async ({ actor, params }) => {
      assertHere(params);
      return { body: await replay(params.id, actor.id, readScope(actor)) };
    }),

    handle(discardDeadLetter, async ({ actor, params: { service: asked, id }, body }) => {
      assertHere({ service: asked });
      const discarded = await inTransaction(database, async (tx) => {
        await readOpenDeadLetter(tx, id, readScope(actor));
        const wasOpen = await resolveDeadLetter(tx, id, { resolution: 'DISCARDED', by: actor.id, note: body.reason });
        if (!wasOpen) throw DomainError.notFound('open dead letter', id);
        return readDeadLetter(tx, id);
      });
      return { body: wire(discarded) };
    }),
  ];
};

/** The dead letters that a caller may see; an organization that it does not act for has none. */
const readScope = (actor: Actor, organizationId?: string): Scope => {
  if (organizationId !== undefined) assertOrganization(actor, organizationId);
  if (organizationId !== undefined) return { organizations: [organizationId] };
  return { organizations: actor.organizations === '*' ? undefined : actor.organizations };
};

const resourceIn =
  (service: ServiceName) =>
  (row: DeadLetterRow): DeadLetter => ({
    service,
    id: row.id,
    consumer: row.consumer,
    eventKey: row.event_key,
    organizationId: row.organization_id,
    subject: row.subject,
    state: row.resolution ?? 'OPEN',
    reason: row.reason,
    errors: row.errors,
    attempts: row.attempts,
    receivedAt: row.received_at && timestampFromSql(row.received_at),
    createdAt: timestampFromSql(row.created_at),
    resolvedAt: row.resolved_at && timestampFromSql(row.resolved_at),
    resolvedBy: row.resolved_by,
    note: row.note,
  });
