import type { Resource } from '@staycover/client';
import { Link } from '@tanstack/react-router';
import { day, rate } from '../data/format.ts';
import { PartTable } from '../ui/list.tsx';
import { Empty } from '../ui/states.tsx';

/** The properties that a policy covers, and did. */
export const Enrollments = ({ policy }: { policy: Resource<'Policy'> }) =>
  policy.enrolledProperties.length === 0 ? (
    <Empty title="No properties yet">
      <p>Enrollments follow from coverage elections.</p>
      <p>
        <Link to="/start">Elect cover</Link>
      </p>
    </Empty>
  ) : (
    <PartTable
      caption={`Properties of ${policy.policyReference}`}
      keyOf={({ propertyId, enrolledDate }) => `${propertyId} ${enrolledDate}`}
      rows={policy.enrolledProperties}
      columns={[
        { name: 'Property', cell: ({ propertyId, propertyName }) => propertyName ?? propertyId },
        { name: 'Id', cell: ({ propertyId }) => <code>{propertyId}</code>, wide: true },
        { name: 'First night', cell: ({ enrolledDate }) => day(enrolledDate) },
        { name: 'Uncovered from', cell: ({ unenrolledDate }) => day(unenrolledDate) },
        { name: 'Covers today', cell: ({ active }) => (active ? 'yes' : 'no'), wide: true },
        {
          name: 'A night',
          cell: ({ computedRatePerNight }) => rate(computedRatePerNight, policy.currency),
          figure: true,
        },
      ]}
    />
  );
