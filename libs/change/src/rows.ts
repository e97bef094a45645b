import type { EntitySchema } from '@mikro-orm/postgresql';
import { assertInTime, type Work } from '@staycover/db';
import { mapInSlices, portions } from '@staycover/kernel';
import { describeTable, printRow, readRow, type Table } from './columns.ts';
import { gather } from './gather.ts';
import type { Beside } from './statements.ts';

/** A table of rows that belong to an aggregate, identified by `Owner`: written and read together with it. */
export type Rows<Row, Owner extends object> = {
  /** Rows as the driver gives them, or as `json_agg` prints them; many in slices. */
  read(on: Pick<Work, 'orm'>, rows: readonly object[]): Promise<Row[]>;
  /** Rows by `rest` of the statement: constant text from `where` on; the table is called `t`. */
  select(work: Work, rest: string, params: readonly unknown[]): Promise<Row[]>;
  /** Inserts rows, or replaces those of the same key. Nothing is sent for none. */
  put(work: Work, owner: Owner, rows: readonly Row[]): Promise<void>;
  /**
   * Like `put`, as statements to run beside the one that stores the aggregate. Many rows are put at once, as are those of
   * a shared transaction, which go with the rows of others.
   */
  putBeside(work: Work, owner: Owner, rows: readonly Row[]): Promise<Beside[]>;
  /** Removes the rows of `gone`, by their keys, and puts others. Few of both are one statement. */
  exchange(work: Work, owner: Owner, gone: readonly Row[], rows: readonly Row[]): Promise<void>;
};

/** Rows of one owner, to be put with those of others: none of them twice. */
type Printed = { work: Work; of: string; printed: readonly string[] };

/** Keeps each statement far below its timeout, and what the driver copies in one go small. */
const ROWS_A_STATEMENT = 1_000;
/** More have a statement of their own. */
const ROWS_BESIDE = 100;

const printList = (printed: readonly string[]): string => `[${printed.join(',')}]`;

type TableOn = (on: Pick<Work, 'orm'>) => Table;

/** Compiles an entity into what reads its rows, of any aggregate. */
export const tableReader = <Row extends object>(entity: EntitySchema): Pick<Rows<Row, object>, 'read' | 'select'> =>
  reads<Row, object>(compiled(entity), []);

/** Compiles an entity into its rows; `owner` lists the members that identify the aggregate. */
export const ownedRows = <Row extends object, Owner extends object>(
  entity: EntitySchema,
  owner: readonly (keyof Owner & string)[],
): Rows<Row, Owner> => {
  const tableOn = compiled(entity);
  return { ...reads<Row, Owner>(tableOn, owner), ...writes<Row, Owner>(tableOn) };
};

const compiled = (entity: EntitySchema): TableOn => {
  const tables = new WeakMap<object, Table>();
  return ({ orm }) => tables.getOrInsertComputed(orm, () => describeTable(orm, String(entity.meta.name), {}));
};

const reads = <Row extends object, Owner extends object>(
  tableOn: TableOn,
  owner: readonly (keyof Owner & string)[],
): Pick<Rows<Row, Owner>, 'read' | 'select'> => {
  const read: Rows<Row, Owner>['read'] = (on, rows) => {
    const table = tableOn(on);
    const columns = table.columns.filter(({ member }) => !owner.includes(member as keyof Owner & string));
    return mapInSlices(rows, (row) => readRow<Row>({ ...table, columns }, row as Record<string, unknown>));
  };
  return {
    read,
    async select(work, rest, params) {
      const { name } = tableOn(work);
      return read(work, (await work.run(`select t.* from ${name} as t ${rest}`, params)).rows);
    },
  };
};

const writes = <Row extends object, Owner extends object>(
  tableOn: TableOn,
): Pick<Rows<Row, Owner>, 'put' | 'putBeside' | 'exchange'> => {
  const print = (work: Work, of: Owner, rows: readonly Row[]): Promise<string[]> =>
    mapInSlices(rows, (row) => printRow(tableOn(work), { ...row, ...of }));
  const put = putting(tableOn, print);
  return {
    put,
    async putBeside(work, of, rows) {
      if (rows.length === 0) return [];
      if (!work.isShared && rows.length <= ROWS_BESIDE) {
        const params = [[printList(await print(work, of, rows))]];
        return [{ text: putText(tableOn(work), '($1::text[])[1]::json'), params }];
      }
      await put(work, of, rows);
      return [];
    },
    async exchange(work, of, gone, rows) {
      if (gone.length === 0) return put(work, of, rows);
      const isFew = gone.length + rows.length <= ROWS_A_STATEMENT;
      for (const some of portions(gone, ROWS_A_STATEMENT)) {
        const news = isFew ? rows : [];
        const params = [printList(await print(work, of, some)), printList(await print(work, of, news))];
        assertInTime();
        await work.run(exchangeText(tableOn(work)), params);
      }
      if (!isFew) await put(work, of, rows);
    },
  };
};

/** Rows of several owners that are put at once go together. */
const putting = <Row extends object, Owner extends object>(
  tableOn: TableOn,
  print: (work: Work, of: Owner, rows: readonly Row[]) => Promise<string[]>,
): Rows<Row, Owner>['put'] => {
  const store = (work: Work, printed: readonly string[]) => work.run(putText(tableOn(work)), [printList(printed)]);
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
  return async (work, of, rows) => {
    for (const some of portions(rows, ROWS_A_STATEMENT)) {
      const printed = await print(work, of, some);
      assertInTime();
      if (work.isShared) await storeTogether({ work, of: JSON.stringify(of), printed });
      else await store(work, printed);
    }
  };
};

const listed = (name: string, json: string): string => `json_populate_recordset(null::${name}, ${json})`;

const keysIn = ({ columns }: Table): string[] => columns.filter(({ isKey }) => isKey).map(({ name }) => name);

const putText = (table: Table, json = '$1::json', after = ''): string => {
  const { name, columns } = table;
  const values = columns.filter(({ isKey }) => !isKey).map((column) => `${column.name} = excluded.${column.name}`);
  return `insert into ${name} (${columns.map((column) => column.name).join(', ')})
    select ${columns.map((column) => `r.${column.name}`).join(', ')} from ${listed(name, json)} as r${after}
    on conflict (${keysIn(table).join(', ')}) do update set ${values.join(', ')}`;
};

/** $1 is removed before $2 is put: what is put may have the unique values of what goes. */
const exchangeText = (table: Table): string => {
  const keys = keysIn(table).map((key) => `t.${key} = g.${key}`);
  return `with removed as (delete from ${table.name} as t using ${listed(table.name, '$1::json')} as g
      where ${keys.join(' and ')} returning 1)
    ${putText(table, '$2::json', ', (select count(*) from removed) as first where first.count >= 0')}`;
};
