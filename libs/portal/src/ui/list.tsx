import type { UseQueryResult } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '../data/api.ts';
import { words } from '../data/format.ts';
import { Loading, ProblemView } from './states.tsx';
import { useLastError, useSteadyRows } from './steady.ts';
import { type Column, Table } from './table.tsx';
import { current } from './tabs.tsx';

type ListProps<Row> = {
  caption: string;
  found: UseQueryResult<Answer<Row[]>>;
  columns: readonly Column<Row>[];
  getKey: (row: Row) => string;
  /** Shown where there is nothing. */
  empty: ReactNode;
  /** New rows are shown at once, above the others: a log. */
  flows?: boolean;
};

/** A page of a list, in any loading state; the URL holds the page. */
export const List = <Row,>(props: ListProps<Row>) => {
  const { found, empty } = props;
  const { cursor } = useSearch({ strict: false });
  const error = useLastError(found);
  if (!found.data) return error ? <ProblemView error={error} onRetry={() => void found.refetch()} /> : <Loading />;
  const { data: rows, next } = found.data;
  if (rows.length === 0 && cursor === undefined && next === undefined) return empty;
  return (
    <>
      {error && <ProblemView error={error} onRetry={() => void found.refetch()} />}
      <Rows {...props} rows={rows} />
      <Pages isFirst={cursor === undefined} next={next} />
    </>
  );
};

const Rows = <Row,>({ caption, found, columns, getKey, flows, rows: fresh }: ListProps<Row> & { rows: Row[] }) => {
  const place = JSON.stringify([caption, useSearch({ strict: false })]);
  const steady = useSteadyRows({
    rows: fresh,
    hasNext: found.data?.next !== undefined,
    isOfAnotherPage: found.isPlaceholderData,
    getKey,
    place,
  });
  const { rows, newer, unread } = flows === true ? { rows: fresh, newer: 0, unread: 0 } : steady;
  return (
    <>
      <p className="newer" role="status">
        {newer > 0 && (
          <button type="button" onClick={steady.show}>
            ↑ {newer} newer
          </button>
        )}
        {unread > 0 && <span>{unread === 1 ? 'The last row' : `The last ${unread} rows`} may have changed since.</span>}
      </p>
      <Table caption={caption} columns={columns} rows={rows} getKey={getKey} />
    </>
  );
};

type PartTableProps<Row> = Pick<ListProps<Row>, 'caption' | 'columns'> & {
  rows: readonly Row[];
  getKey: (row: Row, index: number) => string;
};

const PART = 100;

/** The parts of a resource, 100 at a time: it may have ten thousand. */
export const PartTable = <Row,>({ rows, ...table }: PartTableProps<Row>) => {
  const { cursor } = useSearch({ strict: false });
  const from = Math.max(0, Number.parseInt(cursor ?? '0', 10) || 0);
  const behind = from + PART;
  return (
    <>
      <Table {...table} rows={rows.slice(from, behind)} />
      <Pages isFirst={from === 0} next={behind < rows.length ? String(behind) : undefined} />
    </>
  );
};

/** Links to the first and the next page of a list. */
export const Pages = ({ isFirst, next }: { isFirst: boolean; next: string | undefined }) =>
  isFirst && next === undefined ? null : (
    <nav className="pages" aria-label="Pages">
      {!isFirst && (
        <Link to="." search={(search) => ({ ...search, cursor: undefined })} data-page="first">
          ← First page
        </Link>
      )}
      {next !== undefined && (
        <Link to="." search={(search) => ({ ...search, cursor: next })} data-page="next">
          Next page →
        </Link>
      )}
    </nav>
  );

/** The states of a list as links. */
export const StateFilter = ({ states }: { states: readonly string[] }) => {
  const asked = useSearch({ strict: false }).status;
  const shown = states.find((state) => state === asked);
  return (
    <nav className="tabs" aria-label="States">
      {[undefined, ...states].map((status) => (
        <Link
          key={status ?? 'all'}
          to="."
          resetScroll={false}
          search={(search) => ({ ...search, status, cursor: undefined })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={current(status === shown)}
        >
          {status === undefined ? 'All' : words(status)}
        </Link>
      ))}
    </nav>
  );
};
