import { boundToSchema, inSchema } from './audit-functions.ts';
import { execute, query } from './database.ts';
import type { Work } from './work.ts';

/** A table that is counted as it is written, so that a figure over all of it needs no scan. */
export type Counted = {
  table: string;
  /** What its rows are counted by: the columns of the count, as SQL over a row `r`. */
  by: Readonly<Record<string, string>>;
  /** What is summed of them, as SQL over a row `r`. */
  sums?: Readonly<Record<string, string>>;
};

/** The table with the counts: a figure is the sum of its rows, `counted` the number of rows. */
export const countTable = (table: string): string => `${table}_count`;

/**
 * The statements of a migration that count a table from now on. Its triggers add a row of differences for each statement
 * that changes a figure, in its transaction: writers never wait for one another's figures. {@link mergeCounts} merges them.
 */
export const counted = ({ table, by, sums = {} }: Counted): string[] => {
  const count = countTable(table);
  const name = `count_${table}`;
  const figures = { counted: '1', ...sums };
  const keys = list(Object.entries(by).map(([column, sql]) => `${sql} as ${column}`));
  const rows = (from: string, sign = ''): string =>
    `select ${keys}, ${list(Object.entries(figures).map(([column, sql]) => `${sign}(${sql})::bigint as ${column}`))} from ${from} r`;
  const added = (from: string): string => `select ${list(Object.keys(by))},
    ${list(Object.keys(figures).map((column) => `sum(${column})::bigint as ${column}`))}
    from (${from}) d group by ${list(Object.keys(by))}
    having ${Object.keys(figures)
      .map((column) => `sum(${column}) <> 0`)
      .join(' or ')}`;
  return [
    `lock table ${table} in share row exclusive mode`,
    `create table ${count} as ${added(rows(table))}`,
    ...(by['organization_id'] ? [`create index ${count}_organization on ${count} (organization_id)`] : []),
    inSchema(`create function {schema}.${name}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into ${count} ${added(rows('added'))};
        elsif tg_op = 'DELETE' then
          insert into ${count} ${added(rows('removed', '-'))};
        else
          insert into ${count} ${added(`${rows('added')} union all ${rows('removed', '-')}`)};
        end if;
        return null;
      end $$`),
    inSchema(boundToSchema(name)),
    ...triggers.map(
      ([event, tables]) => `create trigger ${name}_${event} after ${event} on ${table}
        referencing ${tables} for each statement execute function ${name}()`,
    ),
  ];
};

/** Whether rows of a count have the same key. */
export const isAnyToMerge = async (database: Work, { table, by }: Counted): Promise<boolean> => {
  const keys = list(Object.keys(by));
  const [row] = await query<{ found: boolean }>(
    database,
    `select exists (select from ${countTable(table)} group by ${keys} having count(*) > 1) as found`,
  );
  return row!.found;
};

/** Merges the rows of a count that have the same key; readers and writers notice nothing. Returns how many it merged. */
export const mergeCounts = (database: Work, { table, by, sums = {} }: Counted): Promise<number> => {
  const [count, keys] = [countTable(table), Object.keys(by)];
  const figures = ['counted', ...Object.keys(sums)];
  const sum = figures.map((figure) => `sum(${figure})::bigint`);
  return execute(
    database,
    `with several as (select ${list(keys)} from ${count} group by ${list(keys)} having count(*) > 1),
       gone as (delete from ${count} c using several s where ${keys.map((key) => `c.${key} = s.${key}`).join(' and ')}
         returning ${list([...keys, ...figures].map((column) => `c.${column}`))})
     insert into ${count} (${list([...keys, ...figures])}) select ${list([...keys, ...sum])} from gone group by ${list(keys)}
       having ${figures.map((figure) => `sum(${figure}) <> 0`).join(' or ')}`,
  );
};

const triggers = [
  ['insert', 'new table as added'],
  ['update', 'new table as added old table as removed'],
  ['delete', 'old table as removed'],
] as const;

const list = (parts: readonly string[]): string => parts.join(', ');
