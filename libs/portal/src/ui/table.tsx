import type { ReactNode } from 'react';

export type Column<Row> = {
  name: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  figure?: boolean;
  /** Stays in one line: times and references. */
  unbroken?: boolean;
  /** Its words are short, and are not broken on a phone; names, ids and addresses are. */
  whole?: boolean;
  /** Left out where there is no room, figures last. */
  wide?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row, index: number) => string;
};

const columnClass = ({ figure, unbroken, whole, wide }: Column<never>): string =>
  [figure && 'figure', unbroken && 'unbroken', whole && 'whole', wide && 'wide'].filter(Boolean).join(' ');

/** A table; the first column heads its row. */
export const Table = <Row,>({ caption, columns, rows, getKey }: TableProps<Row>) => (
  <section className="table" aria-label={caption} tabIndex={0}>
    <table>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={columnClass(column)}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <tr key={getKey(row, i)}>
            {columns.map((column, j) =>
              j === 0 ? (
                <th key={column.name} scope="row" className={columnClass(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.name} className={columnClass(column)}>
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
