import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { moment } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Head } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Empty } from '../ui/states.tsx';

type Happening = ResourceOf<'EventSummary'>;

/** Where what happened can be looked at. */
const PAGES: Partial<Record<string, string>> = {
  contract: '/deals/$id',
  policy: '/policies/$id',
  invoice: '/invoices/$id',
  claim: '/claims/$id',
};

/** What an event is about, with a link to it where there is a page. */
export const Subject = ({ of: { kind, aggregateId, reference } }: { of: Happening }) => {
  const page = PAGES[kind];
  const name = reference ?? kind;
  return page === undefined ? (
    <span>{name}</span>
  ) : (
    <Link to={page} params={{ id: aggregateId }} search={({ org }) => ({ org })}>
      {name}
    </Link>
  );
};

/** What happened to something and to what belongs to it, the oldest first. */
export const Timeline = ({ id }: { id: string }) => {
  const found = useQuery(queries.timeline(id));
  return (
    <Resource found={found}>
      {({ data: happenings }) =>
        happenings.length === 0 ? (
          <Empty title="Nothing has happened to it yet">
            <p>What happens shows here a moment later.</p>
          </Empty>
        ) : (
          <ol className="line">
            {happenings.map((happening) => (
              <li key={happening.id}>
                <p>
                  <strong>{happening.name.replaceAll('-', ' ')}</strong> <Subject of={happening} />
                </p>
                <p>{happening.headline}</p>
                <p className="faint">
                  {moment(happening.time)}, {happening.service}
                </p>
              </li>
            ))}
          </ol>
        )
      }
    </Resource>
  );
};

/** The same as a page, by an id, a reference or a trace. */
export const TimelinePage = () => {
  const { id = '' } = useParams({ strict: false });
  return (
    <>
      <Head kind="Timeline" title={id} />
      <Timeline id={id} />
    </>
  );
};
