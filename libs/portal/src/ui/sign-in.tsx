import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { refusalOnArrival, session, signIn, signInAgain, signOut } from '../auth/sign-in.ts';
import { whoIAm } from '../data/me.ts';
import { notice } from '../data/notice.ts';
import { ask } from './asked.ts';
import { Dialog } from './dialog.tsx';

/** Reads again what a session that ended could not; of what another person had open, nothing stays. */
const readAgain = async (queryClient: QueryClient): Promise<void> => {
  const before = queryClient.getQueryData(whoIAm.queryKey);
  const now = await queryClient.fetchQuery({ ...whoIAm, staleTime: 0 }).catch(() => undefined);
  if (before && now && before.id !== now.id) location.reload();
  else await queryClient.invalidateQueries();
};

/** Nothing stays that was read, typed or done. */
const forget = (queryClient: QueryClient): void => {
  ask(undefined);
  notice(undefined);
  void queryClient.resetQueries();
};

/** Who is signed in, and the way out. */
export const SignIn = () => {
  const { platform } = useRouter().options.context;
  const standing = useSyncExternalStore(session.subscribe, session.standing);
  const { data: me } = useQuery({ ...whoIAm, enabled: standing === 'signed-in' });
  const queryClient = useQueryClient();
  useEffect(() => {
    if (standing === 'signed-in') void readAgain(queryClient);
  }, [standing, queryClient]);
  // Nothing stays to be seen, also of other tabs, and where the issuer has no page to sign out at.
  useEffect(() => session.subscribe(() => session.standing() === 'signed-out' && forget(queryClient)), [queryClient]);
  if (platform.authMode === 'off') return null;
  if (!platform.signIn) return <p>No sign-in here: set PORTAL_CLIENT_ID.</p>;
  if (standing === 'signed-out') return null;
  if (standing === 'ended') return <SignInAgain />;
  return (
    <p className="row who">
      <span title={me?.id}>{me?.id}</span>
      <button type="button" onClick={() => void signOut()}>
        Sign out
      </button>
    </p>
  );
};

/** Whether this is a reader who has not signed in, where people do. */
export const useIsSignedOut = (): boolean => {
  const { platform } = useRouter().options.context;
  const standing = useSyncExternalStore(session.subscribe, session.standing);
  return platform.authMode !== 'off' && platform.signIn !== undefined && standing === 'signed-out';
};

/** In place of every page for who is not signed in: the way in, and why the last try led nowhere. */
export const SignInPage = () => {
  const [refusal, setRefusal] = useState(refusalOnArrival);
  const enter = (): void => void signIn().then(setRefusal);
  return (
    <section className="empty">
      <title>Sign in · Staycover</title>
      <h1>Sign in</h1>
      <p>You sign in with the account of your organization, and come back to this page.</p>
      <p>
        <button type="button" className="primary" onClick={enter}>
          Sign in
        </button>
      </p>
      {refusal !== undefined && (
        <Dialog title="You are not signed in" onClose={() => setRefusal(undefined)}>
          <p>{refusal}</p>
          <form method="dialog" className="row">
            <button type="submit">Close</button>
          </form>
        </Dialog>
      )}
    </section>
  );
};

/** Shown over the page and its open dialog; both keep their input. */
const SignInAgain = () => {
  const [isOpen, setOpen] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const enter = async (): Promise<void> => {
    setRefusal(undefined);
    const reason = await signInAgain();
    setRefusal(reason);
    if (reason !== undefined) setOpen(true);
  };
  const button = (
    <button type="button" className="primary" onClick={() => void enter()}>
      Sign in again
    </button>
  );
  if (!isOpen) return button;
  return (
    <Dialog title="Your session has ended" onClose={() => setOpen(false)}>
      <p>What you typed stays. Sign in in a window of its own, then go on.</p>
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      <p className="row">{button}</p>
    </Dialog>
  );
};
