import { IssuerAway, type Tokens } from './issuer.ts';

/** `ended`: it was signed in, and the platform takes its token no more. */
type Standing = 'signed-out' | 'signed-in' | 'ended';

export type Session = {
  standing(): Standing;
  /** Calls back after each change; the answer stops that. */
  subscribe(listener: () => void): () => void;
  /** What new tokens are had for, if the issuer gave that. */
  refreshToken(): string | undefined;
  /** What the issuer gave; undefined signs out. */
  accept(tokens: Tokens | undefined): void;
  /**
   * Sends a request with the token, once more with a new one where the old one has ended.
   * @throws IssuerAway when a new one cannot be had for now: the session goes on.
   */
  fetch(request: Request): Promise<Response>;
};

/**
 * Who uses this page. Tokens are in memory only, and gone with the page.
 * @param renew gets new tokens for a refresh token
 */
export const createSession = (renew: (refreshToken: string) => Promise<Tokens>, send = fetch): Session => {
  const listeners = new Set<() => void>();
  let tokens: Tokens | undefined;
  let standing: Standing = 'signed-out';
  let renewing: Promise<boolean> | undefined;

  const become = (next: Standing, given: Tokens | undefined): void => {
    tokens = given;
    standing = next;
    for (const listener of listeners) listener();
  };

  /** Whether there is another token than the one that was refused. Of many refused calls one asks for it. */
  const isRenewed = (refused: string): Promise<boolean> => {
    if (tokens && tokens.token !== refused) return Promise.resolve(true);
    const { refreshToken } = tokens ?? {};
    if (refreshToken === undefined) return Promise.resolve(false);
    renewing ??= renew(refreshToken)
      .then(
        // Who has signed out meanwhile stays so.
        (given) => tokens?.refreshToken === refreshToken && become('signed-in', given),
        (error: unknown) => {
          if (error instanceof IssuerAway) throw error;
        },
      )
      .then(() => tokens !== undefined && tokens.token !== refused)
      .finally(() => (renewing = undefined));
    return renewing;
  };

  const authorized = (request: Request): Request => {
    if (tokens) request.headers.set('authorization', `Bearer ${tokens.token}`);
    return request;
  };

  return {
    standing: () => standing,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refreshToken: () => tokens?.refreshToken,
    accept: (given) => become(given ? 'signed-in' : 'signed-out', given),
    async fetch(request) {
      const sent = tokens?.token;
      const again = request.clone();
      const response = await send(authorized(request));
      if (response.status !== 401 || sent === undefined) return response;
      if (await isRenewed(sent)) return send(authorized(again));
      if (standing === 'signed-in') become('ended', undefined);
      return response;
    },
  };
};
