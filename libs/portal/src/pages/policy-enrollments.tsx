import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { day, rate } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { useFirstVisit } from '../ui/first-visit.tsx';
import { List } from '../ui/list.tsx';
import { Empty } from '../ui/states.tsx';

type ShownPolicy = Pick<Resource<'Policy'>, 'id' | 'policyReference' | 'currency'>;

/** The properties that a policy covers, and did. */
export const Enrollments = ({ policy: { id, policyReference, currency } }: { policy: ShownPolicy }) => {
  const { cursor } = useSearch({ strict: false });
  const first = useFirstVisit();
  return (
    <List
      caption={`Properties of ${policyReference}`}
      found={useQuery(queries.enrollments(id, { cursor }))}
      getKey={({ propertyId, enrolledDate }) => `${propertyId} ${enrolledDate}`}
      columns={[
        { name: 'Property', cell: ({ propertyId, propertyName }) => propertyName ?? propertyId },
        { name: 'Id', cell: ({ propertyId }) => <code>{propertyId}</code>, wide: true },
        { name: 'First night', cell: ({ enrolledDate }) => day(enrolledDate) },
        { name: 'Uncovered from', cell: ({ unenrolledDate }) => day(unenrolledDate) },
        { name: 'Covers today', cell: ({ active }) => (active ? 'yes' : 'no'), wide: true },
        { name: 'Per night', cell: ({ computedRatePerNight }) => rate(computedRatePerNight, currency), figure: true },
      ]}
      empty={
        <Empty title="No properties yet">
          <p>Enrollments follow from coverage elections.</p>
          {first && (
            <p>
              <Link to="/start">Elect cover</Link>
            </p>
          )}
        </Empty>
      }
    />
  );
};
