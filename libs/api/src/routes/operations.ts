import { z } from 'zod';
import { idField, list } from '../fields.ts';
import {
  DeadLetter,
  DeadLetterDetail,
  DeadLetterQuery,
  DiscardBody,
  Replay,
  ServiceStanding,
  serviceParam,
} from '../operations.ts';
import { guarded, nextPage, route, withBody } from '../route.ts';

const service = 'every';
const role = 'ops';
const one = z.object({ service: serviceParam, id: idField('dead letter') });
const problems = ['invalid-request', 'not-found', ...guarded] as const;

export const getStanding = route({
  operationId: 'getStanding',
  service,
  method: 'get',
  path: '/api/ops/{service}/standing',
  summary: 'State of a service',
  description:
    'Readiness, outbox, consumers, streams, dead letters and schedules of a service; for operators of all organizations.',
  role,
  params: z.object({ service: serviceParam }),
  responses: { 200: { description: 'How it is', body: ServiceStanding } },
  problems,
});

export const listDeadLetters = route({
  operationId: 'listDeadLetters',
  service,
  method: 'get',
  path: '/api/ops/{service}/dead-letters',
  summary: 'Events that a service could not process',
  description:
    'Oldest first. Operators see events of their own organizations; only operators of all organizations see events without a known one.',
  role,
  params: z.object({ service: serviceParam }),
  query: DeadLetterQuery,
  responses: { 200: { description: 'The dead letters', body: list(DeadLetter, 1_000), headers: nextPage } },
  problems,
});

export const getDeadLetter = route({
  operationId: 'getDeadLetter',
  service,
  method: 'get',
  path: '/api/ops/{service}/dead-letters/{id}',
  summary: 'Read a dead letter with its payload',
  role,
  params: one,
  responses: { 200: { description: 'The dead letter', body: DeadLetterDetail } },
  problems,
});

export const replayDeadLetter = route({
  operationId: 'replayDeadLetter',
  service,
  method: 'post',
  path: '/api/ops/{service}/dead-letters/{id}/replay',
  summary: 'Process a dead letter again',
  description:
    'The same handler processes it, under the same event id. If it was processed in the meantime, nothing happens. If it fails again, it stays a dead letter with the new reason.',
  role,
  params: one,
  responses: { 200: { description: 'What became of it', body: Replay } },
  problems,
});

export const discardDeadLetter = route({
  operationId: 'discardDeadLetter',
  service,
  method: 'post',
  path: '/api/ops/{service}/dead-letters/{id}/discard',
  summary: 'Discard a dead letter',
  role,
  params: one,
  body: DiscardBody,
  responses: { 200: { description: 'The dead letter, discarded', body: DeadLetter } },
  problems: [...withBody, 'not-found', ...guarded],
});

/** What operators ask, of each service. */
export const operationsRoutes = [
  getStanding,
  listDeadLetters,
  getDeadLetter,
  replayDeadLetter,
  discardDeadLetter,
] as const;
