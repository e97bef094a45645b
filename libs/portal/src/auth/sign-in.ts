import { type Attempt, type Issuer, type IssuerSettings, openIssuer } from './issuer.ts';
import { createSession } from './session.ts';

const PATH = '/signed-in';
const KEPT = 'sign-in';
const CHANNEL = 'sign-in';

let issuer: Issuer | undefined;

/** Who uses this page. */
export const session = createSession((refreshToken) => issuer!.refresh(refreshToken));

/**
 * What a page does first where people sign in: it comes back from the issuer, or asks it without showing anything.
 * @returns whether the page stays; false when the browser is on its way to the issuer
 */
export const arrive = async (settings: IssuerSettings | undefined): Promise<boolean> => {
  if (!settings) return true;
  issuer = openIssuer(settings, location.origin + PATH);
  if (location.pathname === PATH) return comeBack(issuer);
  return leaveFor(issuer, 'none').then(
    () => false,
    () => true,
  );
};

/** Goes to the issuer, and comes back to the page that is open now. */
export const signIn = (): Promise<void> => leaveFor(issuer!);

/** Leaves the session here and at the issuer. */
export const signOut = async (): Promise<void> => {
  session.accept(undefined);
  const url = await issuer!.signOutUrl().catch(() => undefined);
  if (url !== undefined) location.assign(url);
};

/** Signs in again in a separate window, so that this page keeps its input. */
export const signInAgain = async (): Promise<void> => {
  // Opened before anything is waited for: browsers allow it only as the answer to a click.
  const popup = window.open('', 'sign-in', 'popup,width=480,height=640');
  const { url, attempt } = await issuer!.begin();
  const returned = awaitReturn(attempt);
  if (popup) popup.location.href = url;
  session.accept(await issuer!.finish(await returned, attempt));
};

const leaveFor = async (at: Issuer, prompt?: 'none'): Promise<void> => {
  const { url, attempt } = await at.begin(prompt);
  const kept = { attempt, address: location.pathname + location.search };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  location.replace(url);
};

const comeBack = async (at: Issuer): Promise<boolean> => {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null) return handOver();
  sessionStorage.removeItem(KEPT);
  const { attempt, address } = JSON.parse(kept) as { attempt: Attempt; address: string };
  const tokens = await at.finish(new URL(location.href), attempt).catch(() => undefined);
  history.replaceState(null, '', address);
  session.accept(tokens);
  return true;
};

/** This window was opened to sign in again: the page that waits for it gets the address that it came back to. */
const handOver = (): boolean => {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and no such argument
  channel.postMessage(location.href);
  channel.close();
  window.close();
  history.replaceState(null, '', '/');
  return true;
};

/** The address that another window comes back to from this attempt. */
const awaitReturn = ({ state }: Attempt): Promise<URL> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }) => {
      const returned = new URL(String(data));
      if (returned.searchParams.get('state') !== state) return;
      channel.close();
      resolve(returned);
    });
  });
