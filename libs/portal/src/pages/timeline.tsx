import type { Resource as ResourceOf } from '@staycover/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { Answer } from '../data/api.ts';
import { moment } from '../data/format.ts';
import { problemFrom } from '../data/problem.ts';
import { queries } from '../data/queries.ts';
import { Pages } from '../ui/list.tsx';
import { Head } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Empty } from '../ui/states.tsx';
import { useLastError } from '../ui/steady.ts';

type Happening = ResourceOf<'EventSummary'>;

/** Where what happened can be looked at. */
const PAGES: Partial<Record<string, string>> = {
  contract: '/deals/$id',
  policy: '/policies/$id',
  invoice: '/invoices/$id',
  claim: '/claims/$id',
};

/** What an event is about, with a link to it where there is a page. */
export const Subject = ({ of: { kind, name: event, aggregateId, reference } }: { of: Happening }) => {
  // Its id is that of an event, not of something that the service has.
  if (event === 'event-rejected') return <span>rejected event</span>;
  const page = PAGES[kind];
  const name = reference ?? kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return page === undefined ? (
    <span>{name}</span>
  ) : (
    <Link to={page} params={{ id: aggregateId }} search={({ org }) => ({ org })}>
      {name}
    </Link>
  );
};

/** The events of a resource and its parts, the oldest first; new ones appear a moment later. */
export const Timeline = ({ id }: { id: string }) => {
  const found = useTimeline(id);
  const error = useLastError(found);
  if (error && problemFrom(error).status === 404) return <Nothing />;
  return <Happenings found={found} id={id} />;
};

/** One call caused both. */
const follows = (event: Happening | undefined, before: Happening | undefined): boolean =>
  event !== undefined && event.traceId !== null && event.traceId === before?.traceId;

/** Everything that the same call caused, elsewhere too. */
const Cause = ({ traceId }: { traceId: string | null }) =>
  traceId !== null && (
    <>
      {' · '}
      <Link to="/timeline/$id" params={{ id: traceId }} search={({ org }) => ({ org })}>
        the whole call
      </Link>
    </>
  );

const Nothing = () => (
  <Empty title="Nothing has happened to it yet">
    <p>What happens shows here a moment later.</p>
  </Empty>
);

type Found = UseQueryResult<Answer<Happening[]>>;

const useTimeline = (id: string): Found => {
  const { cursor } = useSearch({ strict: false });
  return useQuery(queries.timeline(id, { cursor }));
};

const Happenings = ({ found, id }: { found: Found; id: string }) => {
  const { cursor } = useSearch({ strict: false });
  return (
    <Resource found={found}>
      {({ data: happenings, next }) =>
        happenings.length === 0 ? (
          <Nothing />
        ) : (
          <>
            <ol className="line">
              {happenings.map((happening, i) => (
                <li key={happening.id} className={follows(happening, happenings[i - 1]) ? 'same' : ''}>
                  <p>
                    <strong>{happening.name.replaceAll('-', ' ')}</strong> <Subject of={happening} />
                  </p>
                  <p>{happening.headline}</p>
                  <p className="faint">
                    {moment(happening.time)}, {happening.service}
                    {happening.traceId !== id && !follows(happenings[i + 1], happening) && (
                      <Cause traceId={happening.traceId} />
                    )}
                  </p>
                </li>
              ))}
            </ol>
            <Pages isFirst={cursor === undefined} next={next} />
          </>
        )
      }
    </Resource>
  );
};

/** The same as a page, by an id, a reference or a trace. */
export const TimelinePage = () => {
  const { id = '' } = useParams({ strict: false });
  const found = useTimeline(id);
  const reference = found.data?.data.find(({ aggregateId }) => aggregateId === id)?.reference;
  return (
    <>
      <Head kind="Timeline" title={reference ?? id} />
      <Happenings found={found} id={id} />
    </>
  );
};
