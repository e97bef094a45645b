import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { moment } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';

export type ShownEvent = { id: string; name: string };

type EventButtonProps = { event: ShownEvent; onOpen: (event: ShownEvent) => void };

/** Opens an event as it was published. The page has the dialog: the row may leave while it is read. */
export const EventButton = ({ event, onOpen }: EventButtonProps) => (
  <button type="button" className="link" aria-label={`Payload of ${event.name}`} onClick={() => onOpen(event)}>
    {'{…}'}
  </button>
);

/** An event as it was published. */
export const EventDialog = ({ event: { id, name }, onClose }: { event: ShownEvent; onClose: () => void }) => (
  <Dialog title={name} onClose={onClose}>
    <EventDetail id={id} />
    <form method="dialog" className="row">
      <button type="submit">Close</button>
    </form>
  </Dialog>
);

const EventDetail = ({ id }: { id: string }) => {
  const found = useQuery(queries.event(id));
  return (
    <Resource found={found}>
      {({ data: event }) => (
        <>
          <Facts
            facts={[
              ['Type', event.type],
              ['Organization', event.organizationId],
              ['When', moment(event.time)],
              ['Trace', event.traceId !== null && <Trace key="trace" id={event.traceId} />],
            ]}
          />
          <pre className="payload" tabIndex={0} aria-label="The event as it was published">
            {event.envelope === null ? 'It is kept for 30 days.' : JSON.stringify(event.envelope, null, 2)}
          </pre>
        </>
      )}
    </Resource>
  );
};

/** A trace with its effects, and the link to its spans. */
const Trace = ({ id }: { id: string }) => {
  const { platform } = useRouter().options.context;
  return (
    <>
      <Link to="/timeline/$id" params={{ id }} search={({ org }) => ({ org })}>
        {id}
      </Link>
      {platform.traceUrl !== undefined && (
        <>
          {' '}
          <a href={platform.traceUrl.replace('{traceId}', encodeURIComponent(id))} rel="noreferrer">
            Spans
          </a>
        </>
      )}
    </>
  );
};
