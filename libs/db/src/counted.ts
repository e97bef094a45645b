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
 * The statements of a migration that count a table from now on. Its triggers add rows of differences for what changes a figure,
 * in its transaction: writers never wait for one another's figures. {@link mergeCounts} merges them.
 */
export const counted = ({ table, by, sums = {} }: Counted): string[] => {
  const count = countTable(table);
  const name = `count_${table}`;
  const keys = Object.keys(by);
  const figures = ['counted', ...Object.keys(sums)];
  const figureOfRow = ['1', ...Object.values(sums)];
  const ofRow = (row: string, sign = ''): string =>
    [...Object.values(by), ...figureOfRow.map((sql) => `${sign}(${sql})::bigint`)]
      .map((sql) => sql.replaceAll(/\br\./g, `${row}.`))
      .join(', ');
  const total = (
    rows: string,
  ): string => `select ${list(keys)}, ${list(figures.map((one) => `sum(${one})::bigint as ${one}`))}
    from (select ${ofRow('r')} from ${rows} r) as d (${list([...keys, ...figures])}) group by ${list(keys)}`;
  return [
    `lock table ${table} in share row exclusive mode`,
    `create table ${count} as ${total(table)}`,
    ...(by['organization_id'] ? [`create index ${count}_organization on ${count} (organization_id)`] : []),
    inSchema(`create function {schema}.${name}() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into ${count} ${total('added')};
        elsif tg_op = 'UPDATE' then
          insert into ${count} values (${ofRow('new')}), (${ofRow('old', '-')});
        else
          insert into ${count} values (${ofRow('old', '-')});
        end if;
        return null;
      end $$`),
    inSchema(boundToSchema(name)),
    `create trigger ${name}_insert after insert on ${table} referencing new table as added
      for each statement execute function ${name}()`,
    `create trigger ${name}_update after update on ${table} for each row
      when (row(${ofRow('old')}) is distinct from row(${ofRow('new')})) execute function ${name}()`,
    `create trigger ${name}_delete after delete on ${table} for each row execute function ${name}()`,
  ];
};

/** The keys that several rows of a count have. */
const several = ({ table, by }: Counted, columns: string): string =>
  `select ${columns} from ${countTable(table)} group by ${list(Object.keys(by))} having count(*) > 1`;

/** Whether rows of a count have the same key. */
export const isAnyToMerge = async (database: Work, merged: Counted): Promise<boolean> => {
  const [row] = await query<{ found: boolean }>(database, `select exists (${several(merged, '')}) as found`);
  return row!.found;
};

/** Merges the rows of a count that have the same key; readers and writers notice nothing. Returns how many it merged. */
export const mergeCounts = (database: Work, merged: Counted): Promise<number> => {
  const { table, by, sums = {} } = merged;
  const [count, keys] = [countTable(table), Object.keys(by)];
  const figures = ['counted', ...Object.keys(sums)];
  const sum = figures.map((figure) => `sum(${figure})::bigint`);
  return execute(
    database,
    `with several as (${several(merged, list(keys))}),
       gone as (delete from ${count} c using several s where ${keys.map((key) => `c.${key} = s.${key}`).join(' and ')}
         returning ${list([...keys, ...figures].map((column) => `c.${column}`))})
     insert into ${count} (${list([...keys, ...figures])}) select ${list([...keys, ...sum])} from gone group by ${list(keys)}
       having ${figures.map((figure) => `sum(${figure}) <> 0`).join(' or ')}`,
  );
};

const list = (parts: readonly string[]): string => parts.join(', ');
