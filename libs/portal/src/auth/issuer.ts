import * as oauth from 'oauth4webapi';
import { Problem } from '../data/problem.ts';

/** Where people sign in, and as what this portal is known there. */
export type IssuerSettings = { issuer: string; clientId: string; scope: string };

export type Tokens = { token: string; refreshToken: string | undefined };

/** What must be kept while a person is at the issuer. */
export type Attempt = { state: string; verifier: string };

/** The issuer gave no answer, or none for now: another try may get one. */
export class IssuerAway extends Problem {
  constructor() {
    super(503, { title: 'No answer', detail: 'The issuer of your sign-in does not answer now.' });
  }
}

/** `none`: the issuer shows no form, and rejects a person without a session. `login`: it asks also who has one. */
export type Prompt = 'none' | 'login';

export type Issuer = {
  /** The sign-in URL, which has what the person is asked. */
  begin(prompt?: Prompt): Promise<{ url: string; attempt: Attempt }>;
  /**
   * Trades the code of the address that a person came back to.
   * @throws Error when the issuer refused, or the address does not belong to the attempt.
   */
  finish(returned: URL, attempt: Attempt): Promise<Tokens>;
  /**
   * New tokens for a refresh token.
   * @throws IssuerAway when it is not known whether the issuer refuses; any other Error when it does.
   */
  refresh(refreshToken: string): Promise<Tokens>;
  /** Makes a refresh token worthless, if the issuer can do that and answers in time. */
  revoke(refreshToken: string): Promise<void>;
  /** Where a person signs out, if the issuer has such a page. */
  signOutUrl(): Promise<string | undefined>;
};

const REVOKED_WITHIN_MS = 3_000;

const noAnswer = (): never => {
  throw new IssuerAway();
};

/** What the issuer publishes of itself, asked once; again after it gave no answer. */
const discovering = (issuer: URL, options: oauth.DiscoveryRequestOptions) => {
  let found: Promise<oauth.AuthorizationServer> | undefined;
  return (): Promise<oauth.AuthorizationServer> => {
    found ??= oauth
      .discoveryRequest(issuer, options)
      .then((response) => oauth.processDiscoveryResponse(issuer, response));
    found.catch(() => (found = undefined));
    return found;
  };
};

const tokensIn = ({ access_token, refresh_token }: oauth.TokenEndpointResponse): Tokens => ({
  token: access_token,
  refreshToken: refresh_token,
});

const withParams = (address: string, params: Record<string, string>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
};

/** Authorization code with PKCE at an issuer, as a client that holds no secret. */
export const openIssuer = (settings: IssuerSettings, redirectUri: string): Issuer => {
  const issuer = new URL(settings.issuer);
  const client: oauth.Client = { client_id: settings.clientId };
  const options = { [oauth.allowInsecureRequests]: issuer.protocol === 'http:' };
  const server = discovering(issuer, options);

  return {
    async begin(prompt) {
      const attempt = { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
      const url = withParams((await server()).authorization_endpoint!, {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: settings.scope,
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      });
      return { url, attempt };
    },
    async finish(returned, { state, verifier }) {
      const as = await server();
      const answer = oauth.validateAuthResponse(as, client, returned, state);
      const request = [as, client, oauth.None(), answer, redirectUri, verifier, options] as const;
      const response = await oauth.authorizationCodeGrantRequest(...request);
      return tokensIn(await oauth.processAuthorizationCodeResponse(as, client, response));
    },
    async refresh(refreshToken) {
      const as = await server().catch(noAnswer);
      const response = await oauth
        .refreshTokenGrantRequest(as, client, oauth.None(), refreshToken, options)
        .catch(noAnswer);
      if (response.status >= 500 || response.status === 429) return noAnswer();
      const tokens = tokensIn(await oauth.processRefreshTokenResponse(as, client, response));
      return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
    },
    async revoke(refreshToken) {
      const as = await server();
      const within = { ...options, signal: AbortSignal.timeout(REVOKED_WITHIN_MS) };
      if (as.revocation_endpoint) await oauth.revocationRequest(as, client, oauth.None(), refreshToken, within);
    },
    async signOutUrl() {
      const { end_session_endpoint: page } = await server();
      const back = new URL('/', redirectUri).href;
      return page && withParams(page, { client_id: settings.clientId, post_logout_redirect_uri: back });
    },
  };
};
