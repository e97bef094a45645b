import type { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import {
  assertInTime,
  assertWanted,
  currentOrigin,
  inTransaction,
  isDatabaseAway,
  lockTimeout,
  OutcomeUnknown,
  originSetting,
  type Work,
} from '@staycover/db';
import type { Context, Decision } from '@staycover/kernel';
import { appendPrinted, chargeEvents, type NewEvent, type OutboxColumns, printEvents } from '@staycover/messaging';
import { currentTraceparent, inSpan, SpanKind } from '@staycover/telemetry';
import { type Announcements, announced } from './announce.ts';
import { describeTable, printRow, type Table } from './columns.ts';
import { gather } from './gather.ts';
import { type Beside, type Statements, statementsFor, withBeside } from './statements.ts';

/** A table with its statements, as an ORM has discovered them. */
type Compiled = { table: Table; texts: Statements; run(part: Part): Promise<Set<string>> };

/** Compiles an entity, once for each ORM. */
export const compiler = (
  entity: EntitySchema,
  conflict: readonly string[],
  defaults: Record<string, object>,
  notes: readonly string[] = [],
): ((orm: MikroORM) => Compiled) => {
  const compiled = new WeakMap<MikroORM, Compiled>();
  return (orm) =>
    compiled.getOrInsertComputed(orm, () => {
      const table = describeTable(orm, String(entity.meta.name), defaults);
      const texts = statementsFor(table, conflict.map(table.columnName), notes.map(table.columnName));
      return { table, texts, run: sharedStatement() };
    });
};

type Storing<State, Event extends { type: string }> = {
  work: Work;
  compiled: Compiled;
  text: 'add' | 'replace' | 'replaceFree';
  announcements: Announcements<State, Event>;
  context: Context;
  beside?: readonly Beside[];
  /** Parameters of the text between its rows and its events. */
  more?: readonly (readonly unknown[])[];
};

/** The states that decisions lead to: of several about one aggregate, the last. */
export const outcomes = <State extends { id: string }>(decisions: readonly { state: State }[]): State[] => [
  ...new Map(decisions.map(({ state }) => [state.id, state])).values(),
];

/**
 * Stores states with their events by one statement; returns the ids of those that it stored. Events that are too many for
 * one statement follow in the same transaction.
 */
export const storeStates = async <State extends { id: string }, Event extends { type: string }>(
  { work, compiled, text, announcements, context, beside = [], more = [] }: Storing<State, Event>,
  decisions: readonly Decision<State, Event>[],
): Promise<Set<string>> => {
  await assertWanted();
  const { table, texts, run } = compiled;
  const published: NewEvent[] = [];
  const sources: string[] = [];
  for (const { state, events } of decisions) {
    const own = await announced(announcements, state, events);
    published.push(...own);
    sources.push(...own.map(() => state.id));
  }
  const states = outcomes(decisions);
  const rows = states.map((state) => printRow(table, state));
  const stored = await inSpan(...sending(published), async () => {
    const parts = await printEvents(published, { ...context, traceparent: currentTraceparent() });
    const [events, ...rest] = parts;
    const columns = [...more, sources.slice(0, events[0].length), ...events];
    const statement =
      beside.length > 0 ? withBeside(texts[text], columns.length + BEFORE_COLUMNS, beside) : texts[text];
    const origin = currentOrigin();
    const storeOn = async (on: Work): Promise<Set<string>> => {
      const ids = await run({
        work: on,
        statement,
        ids: states.map(({ id }) => id),
        origin: originSetting(),
        until: () => origin?.until ?? Infinity,
        rows,
        columns: [...columns, ...beside.flatMap(({ params }) => params)],
      });
      await appendPrinted(on, ofStored(rest, sources.slice(events[0].length), ids));
      return ids;
    };
    return charging(work, parts, sources, () => (rest.length === 0 ? storeOn(work) : inTransaction(work, storeOn)));
  });
  const own = new Set(states.flatMap(({ id }) => (stored.has(id) ? [id] : [])));
  if (own.size > 0) work.notifyCommit();
  return own;
};

/** Charges for events while they are stored, and gives back what was not; `sources` has the id of each event's state. */
const charging = async (
  work: Work,
  parts: readonly OutboxColumns[],
  sources: readonly string[],
  store: () => Promise<Set<string>>,
): Promise<Set<string>> => {
  const charges = chargeEvents(work, parts);
  const stored = await store().catch((error: unknown) => {
    if (!(error instanceof OutcomeUnknown)) charges.forEach((giveBack) => giveBack());
    throw error;
  });
  charges.forEach((giveBack, i) => stored.has(sources[i]!) || giveBack());
  return stored;
};

/** The events of the stored rows; `sources` has the id of each event's state. */
const ofStored = (
  parts: readonly OutboxColumns[],
  sources: readonly string[],
  stored: ReadonlySet<string>,
): OutboxColumns[] => {
  let at = 0;
  return parts.map((columns) => {
    const from = at;
    at += columns[0].length;
    const isStored = (_: unknown, i: number): boolean => stored.has(sources[from + i]!);
    return columns.map((column) => (column as unknown[]).filter(isStored)) as OutboxColumns;
  });
};

/** What one caller stores: alone, or in one statement with concurrent callers. */
type Part = {
  work: Work;
  statement: string;
  /** What it is about: a statement stores nothing twice. */
  ids: readonly string[];
  origin: string;
  /** When the caller gives up; it may leave while the part waits for its turn. */
  until: () => number;
  rows: readonly string[];
  columns: readonly (readonly unknown[])[];
};

/** Parameters before a part's columns: the origin and the rows. */
const BEFORE_COLUMNS = 2;
const MOST_ROWS = 100;
const MOST_CHARACTERS = 1024 ** 2;

const textLength = ({ rows }: Part): number => rows.reduce((sum, row) => sum + row.length, 0);

/** What runs the statements of parts, those of a shared `work` together. */
const sharedStatement = (): Compiled['run'] => {
  const together = gather<Part, Set<string>>({
    on: ({ work }) => work,
    fits: (chosen, part) =>
      chosen.every(({ statement, ids }) => statement === part.statement && !ids.some((id) => part.ids.includes(id))) &&
      chosen.reduce((sum, { rows }) => sum + rows.length, part.rows.length) <= MOST_ROWS &&
      chosen.reduce((sum, one) => sum + textLength(one), textLength(part)) <= MOST_CHARACTERS,
    run: async (parts) => {
      const ids = await runStatement(parts);
      return parts.map(() => ids);
    },
    isUncertain: isDatabaseAway,
  });
  return (part) => (part.work.isShared ? together(part) : runStatement([part]));
};

const runStatement = async (parts: readonly Part[]): Promise<Set<string>> => {
  const until = Math.min(...parts.map((part) => part.until()));
  assertInTime(until);
  const [{ work, statement, columns }] = parts as [Part];
  const params = [
    [joinOrigins(parts), lockTimeout(until)],
    `[${parts.flatMap(({ rows }) => rows).join(',')}]`,
    ...columns.map((_, i) => parts.flatMap((part) => part.columns[i]!)),
  ];
  const { rows } = await work.run<{ id: string }>(statement, params);
  return new Set(rows.map(({ id }) => id));
};

/** Who acts; of several, by the id of what each stores. */
const joinOrigins = (parts: readonly Part[]): string => {
  if (parts.length === 1) return parts[0]!.origin;
  const byId = parts.flatMap(({ ids, origin }) => ids.map((id) => `"${id}":${origin || '{}'}`));
  return `{"of":{${byId.join(',')}}}`;
};

const sending = (events: readonly NewEvent[]) => {
  const { service = 'outbox', name = 'nothing' } = events[0]?.definition ?? {};
  const attributes = { 'messaging.batch.message_count': events.length };
  return [`send ${service}.${name}`, { kind: SpanKind.PRODUCER, attributes }] as const;
};
