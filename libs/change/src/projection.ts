import { assertInTime, execute, type Tx, type Work } from '@staycover/db';

/**
 * What a column of a projection is: part of its `key`, its `version`, a `value` that follows the newest event, `once`
 * for what stays as it first came, `fill` for what stays once it is not null.
 */
export type Part = 'key' | 'version' | 'value' | 'once' | 'fill';

/** A table that follows the events of another service: the newest version of each row, in whatever order they come. */
export type Projection<Row extends object> = {
  /** The names of its columns. */
  readonly columns: readonly string[];
  /** Stores the row and that the event was processed, in one statement; false when it was processed before. */
  apply(work: Work, consumer: string, eventKey: string, row: Row | undefined): Promise<boolean>;
  /** Stores the row where it is newer, in a transaction that does more; false when it is not newer. */
  put(tx: Tx | Work, row: Row): Promise<boolean>;
};

/** Declares a projection: its table, and the part of each column; a member `legalName` is the column `legal_name`. */
export const projection = <Row extends object>(
  table: string,
  columns: { readonly [K in keyof Required<Row>]: Part },
): Projection<Row> => {
  const members = Object.entries(columns) as [string, Part][];
  const names = (...parts: Part[]): string[] =>
    members.flatMap(([member, part]) => (parts.length === 0 || parts.includes(part) ? snakeCase(member) : []));
  const sets = [
    ...names('value', 'version').map((name) => `${name} = excluded.${name}`),
    ...names('fill').map((name) => `${name} = coalesce(known.${name}, excluded.${name})`),
  ];
  const newer = names('version')
    .map((name) => `where known.${name} < excluded.${name}`)
    .join('');
  const insert = (row: string, source: string): string => `insert into ${table} as known (${names().join(', ')})
    select ${names()
      .map((name) => `r.${name}`)
      .join(', ')} from ${source}json_populate_record(null::${table}, ${row}) as r
    on conflict (${names('key').join(', ')}) do ${sets.length > 0 ? `update set ${sets.join(', ')} ${newer}` : 'nothing'} returning 1`;
  // A row of null is none: the event is processed and tells this projection nothing.
  const applyText = `with fresh as (
      insert into inbox (consumer, event_key) values ($1, $2) on conflict do nothing returning 1),
    stored as (${insert('$3::json', 'fresh, ').replace('on conflict', 'where $3::json is not null on conflict')})
    select count(*)::int as fresh from fresh`;
  const putText = insert('$1::json', '');
  return {
    columns: names(),
    async apply(work, consumer, eventKey, row) {
      assertInTime();
      const { rows } = await work.run<{ fresh: number }>(applyText, [consumer, eventKey, row ? printed(row) : null]);
      return rows[0]!.fresh > 0;
    },
    async put(tx, row) {
      return (await execute(tx, putText, [printed(row)])) > 0;
    },
  };
};

const snakeCase = (member: string): string => member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A member that is absent is null; Temporal values print themselves, bigint as its digits. */
const printed = (row: object): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(row).map(([member, value]: [string, unknown]) => [snakeCase(member), value])),
    (_member, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  );
