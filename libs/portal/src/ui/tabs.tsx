import { Link, useSearch } from '@tanstack/react-router';

/** The link of what is shown, on each of its pages. */
export const current = (is: boolean): 'page' | undefined => (is ? 'page' : undefined);

/** Views of one page as links; the first is the one without a name in the address. */
export const Tabs = ({ views }: { views: Readonly<Record<string, string>> }) => {
  const shown = useSearch({ strict: false }).view;
  return (
    <nav className="tabs" aria-label="Views">
      {Object.entries(views).map(([name, text], i) => {
        const view = i === 0 ? undefined : name;
        return (
          <Link
            key={name}
            to="."
            resetScroll={false}
            search={(search) => ({ ...search, view, cursor: undefined })}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={current(view === shown)}
          >
            {text}
          </Link>
        );
      })}
    </nav>
  );
};
