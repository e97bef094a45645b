import { keep, readKept } from '../data/storage.ts';
import { type Attempt, type Issuer, type IssuerSettings, openIssuer, type Prompt, type Tokens } from './issuer.ts';
import { refusalWords } from './refusal-words.ts';
import { createSession } from './session.ts';

const PATH = '/signed-in';
const KEPT = 'sign-in';
const CHANNEL = 'sign-in';
/** In the browser's storage and as a channel: the person has signed out, in whatever tab. */
const SIGNED_OUT = 'signed-out';

let issuer: Issuer | undefined;
let refusal: string | undefined;

/** Why the person who came to this page is not signed in, if something went wrong. */
export const refusalOnArrival = (): string | undefined => refusal;

/** Who uses this page. */
export const session = createSession((refreshToken) => issuer!.refresh(refreshToken));

/**
 * What a page does first where people sign in: it comes back from the issuer, or asks it without showing anything.
 * @returns whether the page stays; false when the browser is on its way to the issuer
 */
export const arrive = async (settings: IssuerSettings | undefined): Promise<boolean> => {
  if (!settings) return true;
  issuer = openIssuer(settings, location.origin + PATH);
  new BroadcastChannel(SIGNED_OUT).addEventListener('message', () => void endSession());
  if (location.pathname === PATH) return comeBack(issuer);
  if (hasSignedOut()) return true;
  return leaveFor(issuer, 'none').then(
    () => false,
    (error: unknown) => {
      refusal = refusalWords(error);
      return true;
    },
  );
};

/** Goes to the issuer, and comes back to the page that is open now; the answer is why that cannot be, in words. */
export const signIn = (): Promise<string | undefined> =>
  leaveFor(issuer!, askedPrompt()).then(() => undefined, refusalWords);

/** Leaves the session in every tab, and at the issuer. */
export const signOut = async (): Promise<void> => {
  broadcast(SIGNED_OUT, '');
  const ended = endSession();
  keep(SIGNED_OUT, '');
  await ended;
  const url = await issuer!.signOutUrl().catch(() => undefined);
  if (url !== undefined) location.assign(url);
};

const enter = (tokens: Tokens): void => {
  keep(SIGNED_OUT, null);
  session.accept(tokens);
};

const endSession = async (): Promise<void> => {
  const refreshToken = session.refreshToken();
  session.accept(undefined);
  if (refreshToken !== undefined) await issuer!.revoke(refreshToken).catch(() => undefined);
};

const hasSignedOut = (): boolean => readKept(SIGNED_OUT) !== null;

/** Who has signed out is asked who they are, though the issuer may still know. */
const askedPrompt = (): Prompt | undefined => (hasSignedOut() ? 'login' : undefined);

/** Signs in again in a separate window, so that this page keeps its input; the answer is why that led nowhere, in words. */
export const signInAgain = async (): Promise<string | undefined> => {
  // Opened before anything is waited for: browsers allow it only as the answer to a click.
  const popup = window.open('', 'sign-in', 'popup,width=480,height=640');
  if (!popup) return 'Your browser has blocked the window: allow windows of this page, then try again.';
  try {
    const { url, attempt } = await issuer!.begin(askedPrompt());
    const returned = awaitReturn(attempt);
    popup.location.href = url;
    enter(await issuer!.finish(await returned, attempt));
    return undefined;
  } catch (error) {
    popup.close();
    return refusalWords(error);
  }
};

/** What is kept of a page while the browser is at the issuer. */
type Kept = { attempt: Attempt; prompt: Prompt | undefined; address: string };

const leaveFor = async (at: Issuer, prompt?: Prompt): Promise<void> => {
  const { url, attempt } = await at.begin(prompt);
  const kept: Kept = { attempt, prompt, address: location.pathname + location.search };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  location.replace(url);
};

const comeBack = async (at: Issuer): Promise<boolean> => {
  const kept = sessionStorage.getItem(KEPT);
  if (kept === null) return handOver();
  sessionStorage.removeItem(KEPT);
  const { attempt, prompt, address } = JSON.parse(kept) as Kept;
  const tokens = await at.finish(new URL(location.href), attempt).catch((error: unknown) => {
    refusal = refusalWords(error);
    return undefined;
  });
  history.replaceState(null, '', address);
  // Another tab has signed out while the issuer was asked.
  const isOver = prompt === 'none' && hasSignedOut();
  if (tokens && isOver && tokens.refreshToken !== undefined) void at.revoke(tokens.refreshToken).catch(() => undefined);
  if (tokens && !isOver) enter(tokens);
  return true;
};

/** This window was opened to sign in again: the page that waits for it gets the address that it came back to. */
const handOver = (): boolean => {
  broadcast(CHANNEL, location.href);
  window.close();
  history.replaceState(null, '', '/');
  return true;
};

const broadcast = (name: string, message: string): void => {
  const channel = new BroadcastChannel(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, and no such argument
  channel.postMessage(message);
  channel.close();
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
