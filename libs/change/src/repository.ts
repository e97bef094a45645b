import type { EntitySchema } from '@mikro-orm/postgresql';
import { ConcurrentChange, type Work } from '@staycover/db';
import {
  type Actor,
  type Aggregate,
  type Context,
  type Decision,
  DomainError,
  isId,
  mayAccess,
  visibleOrganizations,
} from '@staycover/kernel';
import type { Announcements } from './announce.ts';
import { printRow, readRow } from './columns.ts';
import { type Beside, runBeside } from './statements.ts';
import { compiler, outcomes, storeStates } from './store.ts';
import { together } from './together.ts';
import { numbered, stamped } from './versions.ts';

/** Where the aggregates of one kind live. All of its writes go with their events, in one statement. */
export type Repository<State extends Aggregate, Event extends { type: string }> = {
  readonly resource: string;
  /**
   * The state with this id, among the actor's organizations; in a transaction, locked until its end.
   * @throws DomainError `not-found` for an unknown, malformed or foreign id.
   */
  load(work: Work, actor: Actor, id: string): Promise<State>;
  /** Like `load`; undefined when there is none. */
  find(work: Work, actor: Actor, id: string): Promise<State | undefined>;
  /**
   * Like `load`, with related data as of the same moment: `columns` is constant text in which the table is called `t` and
   * `params` are `$3` and following. It never locks: after waiting for a lock, the related data would be stale.
   */
  loadWith<Extra>(
    work: Work,
    actor: Actor,
    id: string,
    columns: string,
    params?: readonly unknown[],
  ): Promise<[State, Extra]>;
  /** Like `select`, with further `columns` for each of them. */
  selectWith<Extra>(work: Work, columns: string, rest: string, params: readonly unknown[]): Promise<[State, Extra][]>;
  /** States by `rest` of the statement: constant text from `where` on; the table is called `t`. */
  select(work: Work, rest: string, params?: readonly unknown[]): Promise<State[]>;
  /**
   * Inserts a new aggregate once: false when one with the same conflict columns exists. The statements in `beside` run in
   * the same statement and can join `stored`, which is empty in that case.
   */
  add(work: Work, context: Context, decision: Decision<State, Event>, ...beside: Beside[]): Promise<boolean>;
  /**
   * Like `add` for many, in one statement; returns those that were stored. Further decisions about one of them follow
   * it, each one version on.
   */
  addAll(work: Work, context: Context, decisions: readonly Decision<State, Event>[]): Promise<State[]>;
  /**
   * Stores a decision about `before`, one version on; undefined when another change came first or, outside of a
   * transaction, is under way. In a transaction, the statements in `beside` run in the same statement, or alone when
   * nothing changes.
   */
  replace(
    work: Work,
    context: Context,
    before: State,
    decision: Decision<State, Event>,
    ...beside: Beside[]
  ): Promise<State | undefined>;
  /**
   * Stores decisions about many states in one statement of a transaction; those without a change are left out. Several
   * decisions about one state have consecutive versions, and the row gets the state of the last one.
   * The statements in `beside` run in the same statement, or alone when nothing changes.
   * @throws ConcurrentChange after a concurrent change to one of them; the transaction then runs again.
   */
  replaceAll(
    work: Work,
    context: Context,
    changes: readonly Change<State, Event>[],
    ...beside: Beside[]
  ): Promise<State[]>;
  /** Keeps the notes of a state that has not changed otherwise: no new version, nothing published. */
  note(work: Work, state: State): Promise<void>;
};

export type Change<State, Event> = { before: State; decision: Decision<State, Event> };

type Options<State, Event extends { type: string }> = {
  /** What the aggregate is called in problems. */
  resource: string;
  entity: EntitySchema;
  announcements: Announcements<State, Event>;
  /** Members of the unique key by which `add` detects duplicates; `id` by default. Other conflicts are errors. */
  conflict?: readonly (keyof State & string)[];
  /** For JSON columns: the members that rows from before them do not have; of a list, those of its entries. */
  defaults?: { readonly [K in keyof State]?: object };
  /** Members that serve the service alone, as when to look at the state again. */
  notes?: readonly (keyof State & string)[];
};

type IsOpen<T> = T extends object ? (string extends keyof T ? true : false) : true;
type IsValue<T> = T extends readonly unknown[] | { readonly [Symbol.toStringTag]: string } ? true : IsOpen<T>;

/**
 * Members that are objects are stored as JSON: rows from before a member of theirs have no value for it, so that each of
 * them needs its default.
 */
type WithDefaults<State> = {
  readonly [K in keyof State as IsValue<State[K]> extends false ? K : never]-?: State[K];
};

type Whole<State> = keyof WithDefaults<State> extends never ? unknown : { defaults: WithDefaults<State> };

/** An entity without a column for a member of the state does not compile. */
type HasColumns<State> = { entity: { readonly '~entity': { readonly [K in keyof State]: unknown } } };

const isChange = <State, Event>({ before, decision }: Change<State, Event>): boolean =>
  decision.state !== before || decision.events.length > 0;

/** Compiles an entity into the repository of its aggregates. */
export const repository = <State extends Aggregate, Event extends { type: string }>(
  options: Options<State, Event> & Whole<State> & HasColumns<State>,
): Repository<State, Event> => ({ resource: options.resource, ...reads(options), ...writes(options) });

const reads = <State extends Aggregate, Event extends { type: string }>({
  resource,
  entity,
  defaults = {},
}: Options<State, Event>): Pick<Repository<State, Event>, 'load' | 'loadWith' | 'find' | 'select' | 'selectWith'> => {
  const compile = compiler(entity, [], defaults as Record<string, object>);
  const select: Repository<State, Event>['select'] = async (work, rest, params = []) => {
    const { table, texts } = compile(work.orm);
    const { rows } = await work.run(`${texts.select} ${rest}`, params);
    return rows.map((row) => readRow<State>(table, row));
  };
  const lockTogether = lockingStates(select);
  const find: Repository<State, Event>['find'] = async (work, actor, id) => {
    if (!isId(id)) return undefined;
    if (work.isTransaction && work.isShared) {
      const state = await lockTogether({ tx: work, id });
      return state && mayAccess(actor, state.organizationId) ? state : undefined;
    }
    const { table, texts } = compile(work.orm);
    const text = work.isTransaction ? `${texts.load} for update` : texts.load;
    const { rows } = await work.run(text, [id, visibleOrganizations(actor)]);
    return rows[0] && readRow<State>(table, rows[0]);
  };
  return {
    select,
    async selectWith<Extra>(work: Work, columns: string, rest: string, params: readonly unknown[]) {
      const { table, texts } = compile(work.orm);
      const { rows } = await work.run(`${texts.select.replace(' from ', `, ${columns} from `)} ${rest}`, params);
      return rows.map((row): [State, Extra] => [readRow<State>(table, row), row as Extra]);
    },
    find,
    async load(work, actor, id) {
      const state = await find(work, actor, id);
      if (!state) throw DomainError.notFound(resource, id);
      return state;
    },
    async loadWith<Extra>(work: Work, actor: Actor, id: string, columns: string, params: readonly unknown[] = []) {
      const { table, texts } = compile(work.orm);
      const text = texts.load.replace(' from ', `, ${columns} from `);
      const { rows } = isId(id) ? await work.run(text, [id, visibleOrganizations(actor), ...params]) : { rows: [] };
      if (!rows[0]) throw DomainError.notFound(resource, id);
      return [readRow<State>(table, rows[0]), rows[0] as Extra];
    },
  };
};

/** What locks states; those of one transaction together. */
const lockingStates = <State extends Aggregate>(select: Repository<State, never>['select']) =>
  together<{ tx: Work; id: string }, State | undefined>(
    ({ id }) => id,
    async (tx, asked) => {
      const ids = asked.map(({ id }) => id);
      const found = await select(tx, 'where t.id = any($1::uuid[]) order by t.id for update', [ids]);
      const byId = new Map(found.map((state) => [state.id, state]));
      return ids.map((id) => byId.get(id.toLowerCase()));
    },
  );

/** What keeps notes; those of several states in one transaction together. */
const notingStates = <State extends Aggregate>(compile: ReturnType<typeof compiler>) =>
  together<{ tx: Work; state: State }, void>(
    ({ state }) => state.id,
    async (tx, asked) => {
      const { table, texts } = compile(tx.orm);
      await tx.run(texts.note, [`[${asked.map(({ state }) => printRow(table, state)).join(',')}]`]);
      return asked.map(() => undefined);
    },
  );

const writes = <State extends Aggregate, Event extends { type: string }>({
  entity,
  announcements,
  conflict = ['id'],
  notes = [],
}: Options<State, Event>): Pick<Repository<State, Event>, 'add' | 'addAll' | 'replace' | 'replaceAll' | 'note'> => {
  const compile = compiler(entity, conflict, {}, notes);
  const note = notingStates<State>(compile);
  const on = (work: Work) => ({ work, compiled: compile(work.orm), announcements });

  return {
    async add(work, context, decision, ...beside) {
      return (await storeStates({ ...on(work), text: 'add', context, beside }, [decision])).size > 0;
    },
    async addAll(work, context, decisions) {
      if (decisions.length === 0) return [];
      const steps = numbered(decisions, context);
      const ids = await storeStates({ ...on(work), text: 'add', context }, steps);
      return outcomes(steps).filter(({ id }) => ids.has(id));
    },
    async replace(work, context, before, decision, ...beside) {
      if (beside.length > 0 && !work.isTransaction) throw new Error('Rows beside a change need a transaction.');
      if (!isChange({ before, decision })) {
        await runBeside(work, beside);
        return before;
      }
      const after = { ...decision, state: stamped(before.version, decision.state, context) };
      const more = [[before.id], [before.version]];
      const text = work.isTransaction ? 'replace' : 'replaceFree';
      const stored = await storeStates({ ...on(work), text, context, more, beside }, [after]);
      return stored.size > 0 ? after.state : undefined;
    },
    async replaceAll(work, context, changes, ...beside) {
      if (!work.isTransaction) throw new Error('Several states change together only in a transaction.');
      const steps = changes.filter(isChange);
      if (steps.length === 0) {
        await runBeside(work, beside);
        return [];
      }
      const known = new Map(steps.map(({ before }) => [before.id, before.version]));
      const decisions = steps.map(({ decision }) => decision);
      const after = numbered(decisions, context, known);
      const more = [[...known.keys()], [...known.values()]];
      const stored = await storeStates({ ...on(work), text: 'replace', context, more, beside }, after);
      if (stored.size < known.size) throw new ConcurrentChange();
      return outcomes(after);
    },
    note: (tx, state) => note({ tx, state }),
  };
};
