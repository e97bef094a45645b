import { Link } from '@tanstack/react-router';

/** Views of one page as links; the first is the one without a name in the address. */
export const Tabs = ({ views }: { views: Readonly<Record<string, string>> }) => (
  <nav className="tabs" aria-label="Views">
    {Object.entries(views).map(([view, name], i) => (
      <Link
        key={view}
        to="."
        resetScroll={false}
        search={(search) => ({ ...search, view: i === 0 ? undefined : view, cursor: undefined })}
        activeOptions={{ exact: true, includeSearch: true }}
      >
        {name}
      </Link>
    ))}
  </nav>
);
