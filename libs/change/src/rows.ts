import type { EntitySchema } from '@mikro-orm/postgresql';
import { assertInTime, type Work } from '@staycover/db';
import { mapInSlices } from '@staycover/kernel';
import { describeTable, printRow, readRow, type Table } from './columns.ts';
import { gather } from './gather.ts';

/** A table of rows that belong to an aggregate, identified by `Owner`: written and read together with it. */
export type Rows<Row, Owner extends object> = {
  /** Rows as the driver gives them, or as `json_agg` prints them; many in slices. */
  read(on: Pick<Work, 'orm'>, rows: readonly object[]): Promise<Row[]>;
  /** Rows by `rest` of the statement: constant text from `where` on; the table is called `t`. */
  select(work: Work, rest: string, params: readonly unknown[]): Promise<Row[]>;
  /** Inserts rows, or replaces those of the same key. Nothing is sent for none. */
  put(work: Work, owner: Owner, rows: readonly Row[]): Promise<void>;
};

/** Rows of one owner, to be put with those of others: none of them twice. */
type Printed = { work: Work; of: string; printed: readonly string[] };

/** Keeps each statement far below its timeout, and what the driver copies in one go small. */
const ROWS_A_STATEMENT = 1_000;

/** Compiles an entity into its rows; `owner` lists the members that identify the aggregate. */
export const ownedRows = <Row extends object, Owner extends object>(
  entity: EntitySchema,
  owner: readonly (keyof Owner & string)[],
): Rows<Row, Owner> => {
  const tables = new WeakMap<object, Table>();
  const tableOn = ({ orm }: Pick<Work, 'orm'>): Table => {
    const table = tables.get(orm) ?? describeTable(orm, String(entity.meta.name), {});
    tables.set(orm, table);
    return table;
  };
  const read: Rows<Row, Owner>['read'] = (on, rows) => {
    const table = tableOn(on);
    const columns = table.columns.filter(({ member }) => !owner.includes(member as keyof Owner & string));
    return mapInSlices(rows, (row) => readRow<Row>({ ...table, columns }, row as Record<string, unknown>));
  };
  const store = (work: Work, printed: readonly string[]) =>
    work.run(putting(tableOn(work)), [`[${printed.join(',')}]`]);
  const storeTogether = gather<Printed, undefined>({
    on: ({ work }) => work,
    fits: (chosen, { of, printed }) =>
      chosen.every((other) => other.of !== of) &&
      chosen.reduce((sum, other) => sum + other.printed.length, printed.length) <= ROWS_A_STATEMENT,
    async run(items) {
      await store(
        items[0]!.work,
        items.flatMap(({ printed }) => printed),
      );
      return items.map(() => undefined);
    },
  });
  return {
    read,
    async select(work, rest, params) {
      const { name } = tableOn(work);
      return read(work, (await work.run(`select t.* from ${name} as t ${rest}`, params)).rows);
    },
    async put(work, of, rows) {
      const table = tableOn(work);
      for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
        const some = rows.slice(from, from + ROWS_A_STATEMENT);
        const printed = await mapInSlices(some, (row) => printRow(table, { ...row, ...of }));
        assertInTime();
        if (work.isShared) await storeTogether({ work, of: JSON.stringify(of), printed });
        else await store(work, printed);
      }
    },
  };
};

const putting = ({ name, columns }: Table): string => {
  const keys = columns.filter(({ isKey }) => isKey).map((column) => column.name);
  const values = columns.filter(({ isKey }) => !isKey).map((column) => `${column.name} = excluded.${column.name}`);
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')})
    select ${columns.map((column) => `r.${column.name}`).join(', ')} from json_populate_recordset(null::${name}, $1::json) as r
    on conflict (${keys.join(', ')}) do update set ${values.join(', ')}`;
};
