import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../data/queries.ts';
import { useFirstVisit } from './first-visit.tsx';
import { Empty } from './states.tsx';

/** For a page of one organization, while none is chosen. */
export const ChooseOrganization = ({ what }: { what: string }) => {
  const { data: known } = useQuery(queries.organizations(''));
  const first = useFirstVisit();
  const names = known?.data.map(({ id }) => id);
  return (
    <Empty title={`${what} of which organization?`}>
      {names === undefined ? (
        <p className="faint">Name it above.</p>
      ) : names.length === 0 ? (
        <p>
          None is here yet.{' '}
          {first && (
            <>
              <Link to="/start">{first === 'deal' ? 'Send a deal' : 'Make a policy'}</Link>, and its organization is.
            </>
          )}
        </p>
      ) : (
        <>
          <ul className="row choices-of">
            {names.map((name) => (
              <li key={name}>
                <Link to="." search={(search) => ({ ...search, org: name })} className="button">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <p className="faint">Or name it above.</p>
        </>
      )}
    </Empty>
  );
};
