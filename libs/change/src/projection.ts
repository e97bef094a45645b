import type { Work } from '@staycover/db';
import { compareTexts } from '@staycover/kernel';
import { gather, MOST_TOGETHER } from './gather.ts';

/**
 * What a column of a projection is: part of its `key`, its `version`, a `value` that follows the newest event, `once`
 * for what stays as it first came, `fill` for what stays once it is not null.
 */
type Part = 'key' | 'version' | 'value' | 'once' | 'fill';

/** An event that a projection follows; without a row it does not concern the projection. */
type Followed<Row> = {
  work: Work;
  consumer: string;
  eventKey: string;
  row: Row | undefined;
  isRedelivered?: boolean | undefined;
};

type Put<Row> = { work: Work; row: Row };

/** The outcome of an event: stored now, processed before, or skipped because it concerns more than the projection. */
type Outcome = 'stored' | 'known' | 'concerned';

/** A table that follows the events of another service: the newest version of each row, in whatever order they come. */
export type Projection<Row extends object> = {
  /** The names of its columns. */
  readonly columns: readonly string[];
  /**
   * Compiles a function that stores the row of an event, and marks it processed, in one statement. Events that arrive
   * during a write are stored together. `concerns` is a constant condition on the row `r`: rows it matches are not stored.
   */
  following(concerns?: string): (event: Followed<Row>) => Promise<Outcome>;
  /** Stores the row where it is newer, in a transaction that does more; false when it is not newer. */
  put(tx: Work, row: Row): Promise<boolean>;
};

/** No caller waits for the row of an event, and fewer statements do the same work. Redelivered events come one at a time. */
const WAIT = {
  ms: 20,
  enough: 16,
  mayWait: ({ isRedelivered }: { isRedelivered?: boolean | undefined }) => !isRedelivered,
};

/** Declares a projection: its table, and the part of each column; a member `legalName` is the column `legal_name`. */
export const projection = <Row extends object>(
  table: string,
  columns: { readonly [K in keyof Required<Row>]: Part },
): Projection<Row> => {
  const keys = (Object.keys(columns) as (keyof Row & string)[]).filter((member) => columns[member] === 'key');
  const rowKey = (row: Row | undefined): string | undefined => row && keys.map((key) => String(row[key])).join(' ');
  // What locks several rows does so in one order.
  const byKey = (a: Row | undefined, b: Row | undefined): number => compareTexts(String(rowKey(a)), String(rowKey(b)));
  const texts = textsFor(table, Object.entries(columns) as [string, Part][]);
  const putAll = async (puts: readonly Put<Row>[]): Promise<boolean[]> => {
    const ordered = puts.toSorted((a, b) => byKey(a.row, b.row));
    const { rows } = await puts[0]!.work.run<Record<string, string>>(texts.put, [
      ordered.map(({ row }) => printed(row)),
    ]);
    const stored = new Set(rows.map((row) => Object.values(row).join(' ')));
    return puts.length === 1 ? [rows.length > 0] : puts.map(({ row }) => stored.has(rowKey(row)!));
  };
  const putTogether = gather<Put<Row>, boolean>({
    on: ({ work }) => work,
    fits: (chosen, { row }) =>
      chosen.length < MOST_TOGETHER && chosen.every((other) => rowKey(other.row) !== rowKey(row)),
    run: putAll,
  });
  return {
    columns: texts.columns,
    following: (concerns = 'false') => followingTogether(texts.apply(concerns), rowKey, byKey),
    async put(work, row) {
      const put = { work, row };
      return work.isShared ? putTogether(put) : (await putAll([put]))[0]!;
    },
  };
};

/** Applies events by one statement, each row once in it. */
const followingTogether = <Row extends object>(
  text: string,
  rowKey: (row: Row | undefined) => string | undefined,
  byKey: (a: Row | undefined, b: Row | undefined) => number,
) =>
  gather<Followed<Row>, Outcome>({
    on: ({ work }) => work,
    wait: WAIT,
    fits: (chosen, { consumer, eventKey, row }) =>
      chosen.length < MOST_TOGETHER &&
      chosen.every(
        (other) =>
          other.consumer === consumer &&
          other.eventKey !== eventKey &&
          (row === undefined || rowKey(other.row) !== rowKey(row)),
      ),
    async run(items) {
      const events = items.toSorted((a, b) => byKey(a.row, b.row));
      const { work, consumer } = events[0]!;
      const rows = events.map(({ row }) => row && printed(row));
      const params = [consumer, events.map(({ eventKey }) => eventKey), rows];
      const outcomes = await work.run<{ key: string; outcome: Outcome }>(text, params);
      const byEvent = new Map(outcomes.rows.map(({ key, outcome }) => [key, outcome]));
      return items.map(({ eventKey }) => byEvent.get(eventKey)!);
    },
  });

/** The statements of a projection: constant texts. */
const textsFor = (table: string, members: readonly [string, Part][]) => {
  const names = (...parts: Part[]): string[] =>
    members.flatMap(([member, part]) => (parts.includes(part) ? snakeCase(member) : []));
  const all = members.map(([member]) => snakeCase(member));
  const keys = names('key').join(', ');
  const sets = [
    ...names('value', 'version').map((name) => `${name} = excluded.${name}`),
    ...names('fill').map((name) => `${name} = coalesce(known.${name}, excluded.${name})`),
  ];
  const newer = names('version')
    .map((name) => `where known.${name} < excluded.${name}`)
    .join('');
  const selected = all.map((name) => `r.${name}`).join(', ');
  const action = sets.length > 0 ? `update set ${sets.join(', ')} ${newer}` : 'nothing';
  const returned = names('key')
    .map((name) => `known.${name}::text`)
    .join(', ');
  const insert = (rows: string): string => `insert into ${table} as known (${all.join(', ')})
    select ${selected} from ${rows}
    on conflict (${keys}) do ${action} returning ${returned}`;
  return {
    columns: all,
    // $1 rows.
    put: insert(`unnest($1::text[]) as e (printed), json_populate_record(null::${table}, e.printed::json) as r`),
    // $1 consumer, $2 keys of events, $3 their rows, null where there is none. The condition is asked once: it may sense what
    // others commit meanwhile.
    apply: (concerns: string): string => `with event as materialized (
        select e.event_key, e.printed, (${concerns}) is true as is_concerned, r.* from unnest($2::text[], $3::text[]) as e (event_key, printed),
          json_populate_record(null::${table}, e.printed::json) as r),
      entered as (
        insert into inbox (consumer, event_key) select $1, event_key from event where not is_concerned
        on conflict do nothing returning event_key),
      stored as (${insert('event as r join entered using (event_key) where r.printed is not null')})
      select event_key as key, case when event_key in (select event_key from entered) then 'stored'
        when is_concerned then 'concerned' else 'known' end as outcome from event`,
  };
};

const snakeCase = (member: string): string => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A member that is absent is null; Temporal values print themselves, bigint as its digits. */
const printed = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([member, value]: [string, unknown]) => [snakeCase(member), value])),
    (_member, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
