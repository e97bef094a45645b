import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useIsOperator } from '../data/me.ts';
import { AskedAction } from './action.tsx';
import { focusMain } from './focus.ts';
import { useKeys } from './keys.ts';
import { Liveness } from './liveness.tsx';
import { Notice } from './notice.tsx';
import { OrganizationPicker } from './organization-picker.tsx';
import { Palette } from './palette.tsx';
import { SandboxClock } from './sandbox-clock.tsx';
import { SignIn, SignInPage, useIsSignedOut } from './sign-in.tsx';

const PAGES = [
  ['/', 'Overview', 'o'],
  ['/deals', 'Deals', 'd'],
  ['/policies', 'Policies', 'p'],
  ['/invoices', 'Invoices', 'i'],
  ['/account', 'Account', 'a'],
  ['/renewals', 'Renewals', 'r'],
  ['/claims', 'Claims', 'c'],
  ['/events', 'Events', 'e'],
  ['/webhooks', 'Webhooks', 'w'],
  ['/mails', 'Mails', 'm'],
  ['/operations', 'Operations', 'h'],
  ['/start', 'Start', 's'],
] as const;

/** What customers are about comes first, then the events and mails of the platform, then help. */
const FIRST_OF_A_GROUP: ReadonlySet<string> = new Set(['/events', '/start']);

const showCurrent = (): void => {
  document.querySelector('.menu [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
};

/** On a phone the menu is wider than the screen: where one is stays in it, also when its pages become more. */
const useCurrentInSight = (): void => {
  const router = useRouter();
  useEffect(showCurrent);
  useEffect(() => router.subscribe('onRendered', showCurrent), [router]);
};

/** Another page is read from its beginning. */
const useFocusOnArrival = (): void => {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) focusMain();
      }),
    [router],
  );
};

/** What is around every page: the place, the user, and a search; pages are for who is signed in. */
export const Frame = () => {
  const isOperator = useIsOperator();
  const isSignedOut = useIsSignedOut();
  const pages = isSignedOut ? [] : PAGES.filter(([to]) => to !== '/operations' || isOperator);
  useCurrentInSight();
  useFocusOnArrival();
  useKeys(Object.fromEntries(pages.map(([to, , key]) => [key, to])));
  return (
    <>
      <a className="skip" href="#main">
        To the content
      </a>
      <header className="bar">
        <Link to="/" className="brand">
          Staycover
        </Link>
        {!isSignedOut && (
          <>
            <OrganizationPicker />
            <Palette />
            <Liveness />
          </>
        )}
        <SignIn />
      </header>
      <nav className="menu" aria-label="Pages of the portal">
        {pages.map(([to, name, key]) => (
          <Link
            key={to}
            to={to}
            className={FIRST_OF_A_GROUP.has(to) ? 'apart' : ''}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            title={`g ${key}`}
          >
            {name}
          </Link>
        ))}
        <a href="/docs">API</a>
      </nav>
      <main id="main" tabIndex={-1}>
        {isSignedOut ? (
          <SignInPage />
        ) : (
          <>
            <SandboxClock />
            <Notice />
            <Outlet />
            <AskedAction />
          </>
        )}
      </main>
    </>
  );
};
