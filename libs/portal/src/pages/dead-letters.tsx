import { useQueries } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { moment } from '../data/format.ts';
import { eventIn, type Service, services } from '../data/operations.ts';
import { queries } from '../data/queries.ts';
import { Empty, Loading, ProblemView } from '../ui/states.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type DeadLetter, DiscardLetter, ReplayAll, ReplayLetter, ShowLetter } from './dead-letter-actions.tsx';

/** Open dead letters of the services, the oldest first; `isMore` when there are more than these. */
export const useDeadLetters = (asked: readonly Service[], organizationId?: string, enabled = true) => {
  const found = useQueries({
    queries: asked.map((service) => ({ ...queries.deadLetters({ service, organizationId }), enabled })),
  });
  const letters = found.flatMap(({ data }) => data?.data ?? []);
  return {
    letters: letters.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)),
    isMore: found.some(({ data }) => data?.next !== undefined),
    isPending: found.some(({ isPending }) => isPending),
    errors: found.flatMap(({ error }, i) => (error ? [{ service: asked[i], error }] : [])),
  };
};

const columns: readonly Column<DeadLetter>[] = [
  { name: 'Event', cell: (letter) => <ShowLetter letter={letter} name={eventIn(letter.subject)} /> },
  { name: 'Given up by', cell: ({ service }) => service, wide: true },
  { name: 'Organization', cell: ({ organizationId }) => organizationId ?? '–' },
  { name: 'Why', cell: ({ reason }) => reason, wide: true },
  { name: 'Since', cell: ({ createdAt }) => moment(createdAt), wide: true },
  {
    name: 'Decide',
    cell: (letter) => (
      <span className="row">
        <ReplayLetter letter={letter} />
        <DiscardLetter letter={letter} />
      </span>
    ),
  },
];

/** Events that could not be processed: to be looked at, tried again, or let go. */
export const DeadLetters = () => {
  const { org, service } = useSearch({ strict: false });
  const asked = services.filter((name) => service === undefined || name === service);
  const { letters, isMore, isPending, errors } = useDeadLetters(asked, org);
  return (
    <>
      <nav className="tabs" aria-label="Services">
        {[undefined, ...services].map((name) => (
          <Link
            key={name ?? 'all'}
            to="."
            search={(search) => ({ ...search, service: name })}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {name ?? 'All'}
          </Link>
        ))}
      </nav>
      {errors.slice(0, 1).map(({ service: name, error }) => (
        <ProblemView key={name} error={error} />
      ))}
      {isPending && letters.length === 0 && <Loading />}
      {!isPending && letters.length === 0 && errors.length === 0 && (
        <Empty title="No dead letters">
          <p>Every event was processed, or waits for its turn. What could not be processed shows here.</p>
        </Empty>
      )}
      {letters.length > 0 && (
        <>
          <p className="row">
            <ReplayAll letters={letters} />
            {isMore && <span>There are more: they show when these are done with.</span>}
          </p>
          <Table
            caption="Dead letters"
            columns={columns}
            rows={letters}
            getKey={(letter) => `${letter.service} ${letter.id}`}
          />
        </>
      )}
    </>
  );
};
