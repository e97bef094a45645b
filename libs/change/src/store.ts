import type { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { assertInTime, originSetting, timeLeft, type Work } from '@staycover/db';
import type { Context, Decision } from '@staycover/kernel';
import { type NewEvent, printEvents } from '@staycover/messaging';
import { currentTraceparent, inSpan, SpanKind } from '@staycover/telemetry';
import { type Announcements, announced } from './announce.ts';
import { printRow, type Table, tableOf } from './columns.ts';
import { type Beside, type Statements, statementsFor, withBeside } from './statements.ts';

/** A table with its statements, as an ORM has discovered them. */
export type Compiled = { table: Table; texts: Statements };

/** Compiles an entity, once for each ORM. */
export const compiler = (
  entity: EntitySchema,
  conflict: readonly string[],
  defaults: Record<string, object>,
  notes: readonly string[] = [],
): ((orm: MikroORM) => Compiled) => {
  const compiled = new WeakMap<MikroORM, Compiled>();
  return (orm) => {
    const known = compiled.get(orm);
    if (known) return known;
    const table = tableOf(orm, String(entity.meta.name), defaults);
    const made = { table, texts: statementsFor(table, conflict.map(table.nameOf), notes.map(table.nameOf)) };
    compiled.set(orm, made);
    return made;
  };
};

export type Storing<State, Event extends { type: string }> = {
  work: Work;
  compiled: Compiled;
  text: keyof Statements;
  announcements: Announcements<State, Event>;
  context: Context;
  beside?: Beside | undefined;
  /** What the text takes beside rows and events. */
  more?: readonly unknown[];
};

/** The states that decisions lead to: of several about one aggregate, the last. */
export const outcomes = <State extends { id: string }>(decisions: readonly { state: State }[]): State[] => [
  ...new Map(decisions.map(({ state }) => [state.id, state])).values(),
];

/** Stores states with their events by one statement; returns the ids of those that it stored. */
export const storeStates = async <State extends { id: string }, Event extends { type: string }>(
  { work, compiled: { table, texts }, text, announcements, context, beside, more = [] }: Storing<State, Event>,
  decisions: readonly Decision<State, Event>[],
): Promise<Set<string>> => {
  const published = decisions.map(({ state, events }) => announced(announcements, state, events));
  const sources = published.flatMap((own, i) => own.map(() => decisions[i]!.state.id));
  const rows = `[${outcomes(decisions)
    .map((state) => printRow(table, state))
    .join(',')}]`;
  const stored = await inSpan(...sending(published.flat()), async () => {
    const events = printEvents(published.flat(), { ...context, traceparent: currentTraceparent() });
    assertInTime();
    const statement = beside ? withBeside(texts[text], beside.text) : texts[text];
    const origin = [originSetting(), lockTimeout()];
    const params = [origin, rows, sources, ...events, ...more, ...(beside?.params ?? [])];
    return work.run<{ id: string }>(statement, params);
  });
  if (stored.count > 0) work.committed();
  return new Set(stored.rows.map(({ id }) => id));
};

/** The session waits a second for a lock; whoever asked may not wait that long. */
const lockTimeout = (): string | null => {
  const left = Math.ceil(timeLeft());
  return left < 1_000 ? `${Math.max(left, 1)}ms` : null;
};

const sending = (events: readonly NewEvent[]) => {
  const { service = 'outbox', name = 'nothing' } = events[0]?.definition ?? {};
  const attributes = { 'messaging.batch.message_count': events.length };
  return [`send ${service}.${name}`, { kind: SpanKind.PRODUCER, attributes }] as const;
};
