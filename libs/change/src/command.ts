import type { RouteContract } from '@staycover/api';
import { type Database, inTransaction, type Work } from '@staycover/db';
import {
  handle,
  idempotently,
  type ResourceAnswer,
  type Route,
  type RouteAnswer,
  type RouteRequest,
} from '@staycover/http';
import type { Aggregate, Clock, Context, Decision, NewId } from '@staycover/kernel';
import { change } from './change.ts';
import type { Repository } from './repository.ts';

/** What commands need of a service. */
export type CommandDeps = { database: Database; clock: Clock; newId: NewId };

/**
 * Runs `effect` once per Idempotency-Key: with one in a transaction that also keeps the answer, else without a transaction
 * around it. Keys of different organizations are separate; `guest` separates those of callers without one.
 */
export const oncePerKey = <C extends RouteContract>(
  { database }: Pick<CommandDeps, 'database'>,
  contract: C,
  { actor, idempotencyKey: key, params, body }: RouteRequest<C>,
  effect: (work: Work) => Promise<ResourceAnswer>,
  guest?: string,
): Promise<RouteAnswer> => {
  if (key === undefined) return effect(database);
  const request = { ...(params as object | undefined), ...(body as object | undefined) };
  const route = guest === undefined ? contract.operationId : `${contract.operationId} ${guest}`;
  const keyed = { key, asked: { actor, body }, route, request };
  return inTransaction(database, (tx) => idempotently(tx, keyed, () => effect(tx)));
};

/** Who asks, and when. */
export const createContext = (
  { clock, newId }: Omit<CommandDeps, 'database'>,
  { actor }: Pick<Context, 'actor'>,
): Context => ({
  actor,
  now: clock(),
  newId,
});

type DecideOn<C extends RouteContract, State, Event> = (
  state: State,
  request: RouteRequest<C>,
  context: Context,
) => Decision<State, Event>;

/**
 * Makes routes that change one aggregate, named by the path's `id`. Each takes If-Match and Idempotency-Key where its
 * contract has them, and answers the aggregate as `show` has it, with its ETag.
 */
export const commandsOn =
  <State extends Aggregate, Event extends { type: string }>(
    deps: CommandDeps,
    states: Repository<State, Event>,
    show: (state: State) => unknown,
  ) =>
  <C extends RouteContract>(contract: C, decide: DecideOn<C, State, Event>): Route =>
    handle(contract, (request) =>
      oncePerKey(deps, contract, request, async (work) => {
        const context = createContext(deps, request);
        const { id } = request.params as unknown as { id: string };
        const target = { id, ifMatch: request.ifMatch };
        const state = await change(work, states, context, target, (before) => decide(before, request, context));
        return { body: show(state), version: state.version };
      }),
    );
