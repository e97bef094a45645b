import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { fromTo, newsIn } from '../data/changes.ts';
import { moment, words } from '../data/format.ts';
import { type AuditedKind, queries } from '../data/queries.ts';
import { List } from '../ui/list.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';

const columns: readonly Column<Resource<'AuditEntry'>>[] = [
  { name: 'When', cell: ({ at }) => moment(at), unbroken: true },
  {
    name: 'What',
    cell: (entry) => (
      <ul className="changes">
        {newsIn(entry).map((change) => (
          <li key={change.member}>{fromTo(change, entry.kind)}</li>
        ))}
      </ul>
    ),
  },
  { name: 'Who', cell: ({ actor }) => actor ?? 'unknown' },
  { name: 'Version', cell: ({ version, kind }) => version ?? words(kind), figure: true, wide: true },
];

/** The id of the resource of the page itself adds nothing there. */
const byWhat = (id: string): Column<Resource<'AuditEntry'>> => ({
  name: 'By what',
  cell: ({ source, address }) => (
    <span className="faint">{[source?.replace(id, '…'), address && `from ${address}`].filter(Boolean).join(' ')}</span>
  ),
  wide: true,
});

/** Who changed something, when, from what to what; the newest first. */
export const Audit = ({ of, id }: { of: AuditedKind; id: string }) => {
  const { cursor } = useSearch({ strict: false });
  const found = useQuery(queries.audit(of, id, { cursor }));
  return (
    <List
      flows
      caption="Changes"
      found={found}
      columns={[...columns, byWhat(id)]}
      getKey={({ at, version, changes }) => `${at} ${version} ${JSON.stringify(changes)}`}
      empty={
        <Empty title="No changes are known">
          <p>What changes from now on shows here.</p>
        </Empty>
      }
    />
  );
};
