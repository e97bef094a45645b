import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { followCommand } from '../data/follow-command.ts';
import { moment } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { useFirstVisit } from '../ui/first-visit.tsx';
import { List } from '../ui/list.tsx';
import { Head } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { current } from '../ui/tabs.tsx';
import { EventButton, EventDialog, type ShownEvent } from './event-payload.tsx';
import { Subject } from './timeline.tsx';

const SERVICES = ['contract', 'policy', 'billing', 'renewal', 'claims', 'insight'];

const columns = (open: (event: ShownEvent) => void): readonly Column<Resource<'EventSummary'>>[] => [
  {
    name: 'Event',
    cell: ({ aggregateId, name }) => (
      <Link to="/timeline/$id" params={{ id: aggregateId }} search={({ org }) => ({ org })}>
        {name}
      </Link>
    ),
  },
  { name: 'Of', cell: (event) => <Subject of={event} />, unbroken: true },
  { name: 'What', cell: ({ headline }) => headline },
  { name: 'Organization', cell: ({ organizationId }) => organizationId, wide: true },
  { name: 'When', cell: ({ time }) => moment(time), unbroken: true, wide: true },
  { name: 'Payload', cell: (event) => <EventButton event={event} onOpen={open} />, wide: true },
];

/** What happens, the newest first, as it happens. */
export const EventsPage = () => {
  const { org, service, name: asked, cursor } = useSearch({ strict: false });
  const [isPaused, setPaused] = useState(false);
  const [opened, open] = useState<ShownEvent>();
  const found = useQuery({
    ...queries.events({ organizationId: org, service, name: asked, cursor }),
    // A pause keeps what is shown; what was not shown yet is read once.
    enabled: ({ state }) => !isPaused || state.data === undefined,
  });
  return (
    <>
      <Head kind="Platform" title="Events">
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
      </Head>
      <nav className="tabs" aria-label="Services">
        {[undefined, ...SERVICES].map((name) => (
          <Link
            key={name ?? 'all'}
            to="."
            search={(search) => ({ ...search, service: name, cursor: undefined })}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={current(name === service)}
          >
            {name ?? 'All'}
          </Link>
        ))}
      </nav>
      <NameFilter key={asked} />
      {opened && <EventDialog event={opened} onClose={() => open(undefined)} />}
      <List flows caption="Events" found={found} columns={columns(open)} getKey={({ id }) => id} empty={<NoEvents />} />
    </>
  );
};

/** The name of the events, and how a shell follows the same ones. */
const NameFilter = () => {
  const { org, service, name } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const asked = String(new FormData(event.currentTarget).get('name')).trim();
    void navigate({ to: '.', search: (search) => ({ ...search, name: asked || undefined, cursor: undefined }) });
  };
  return (
    <form className="row filter" onSubmit={onSubmit}>
      <input
        name="name"
        type="search"
        aria-label="Name of the events"
        placeholder="All names, e.g. invoice-sent"
        pattern="[a-z][a-z0-9\-]*"
        maxLength={64}
        defaultValue={name}
      />
      <code>{followCommand({ service, name, org })}</code>
    </form>
  );
};

const NoEvents = () => {
  const first = useFirstVisit();
  return (
    <Empty title="Nothing has happened yet">
      {first ? (
        <p>
          <Link to="/start">The calls of a first visit</Link> make something happen: it shows here at once.
        </p>
      ) : (
        <p>What happens shows here at once.</p>
      )}
    </Empty>
  );
};
