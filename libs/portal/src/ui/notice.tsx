import { Link, useLocation } from '@tanstack/react-router';
import { notice, useNotice } from '../data/notice.ts';

/** The last action, with a link to its effects. */
export const Notice = () => {
  const { pathname } = useLocation();
  const done = useNotice();
  const shown = done?.page === pathname ? done : undefined;
  return (
    <div role="status" className="notice">
      {shown && (
        <p className="row">
          <span className="state good">{shown.label}</span>
          {shown.id !== undefined && (
            <Link to="/timeline/$id" params={{ id: shown.id }} search={({ org }) => ({ org })}>
              What it caused
            </Link>
          )}
          <button type="button" className="link" onClick={() => notice(undefined)}>
            Close
          </button>
        </p>
      )}
    </div>
  );
};
