import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where the local issuer takes sign-ins, for its discovery document. */
export const signInEndpoints = (issuer: string) => ({
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  end_session_endpoint: `${issuer}/logout`,
  revocation_endpoint: `${issuer}/revoke`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
});

/** The one client of the local issuer: a browser that holds no secret. */
export const LOCAL_CLIENT_ID = 'portal';

type Grant = { person: string; redirectUri: string; challenge: string };

const CODE_MS = 60_000;
const COOKIE = 'person';

/**
 * Sign-in by authorization code and PKCE (RFC 6749, 7009, 7636, 9207) for the people that it knows: they are picked from a
 * list, without a password. It sends them back to pages of this machine only.
 * @returns undefined for a path that is not its own
 */
export const localSignIn = (
  issuer: string,
  people: readonly string[],
  tokenFor: (person: string) => Promise<{ token: string; lasts: number }>,
): ((request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined) => {
  const grants = createGrants();

  const authorize = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { searchParams: asked } = new URL(request.url!, issuer);
    const redirectUri = asked.get('redirect_uri') ?? '';
    const challenge = asked.get('code_challenge') ?? '';
    if (!isSound(asked)) return refuse(response, 'invalid_request');
    const back = (answer: Record<string, string>): void =>
      redirect(response, redirectUri, { ...answer, state: asked.get('state') ?? '', iss: issuer });
    const person = asked.get(COOKIE) ?? (asked.get('prompt') === 'login' ? undefined : rememberedPerson(request));
    if (person === undefined || !people.includes(person)) {
      if (asked.get('prompt') === 'none') return back({ error: 'login_required' });
      return void response.writeHead(200, HTML).end(pickPage(people, asked));
    }
    const code = grants.code({ person, redirectUri, challenge });
    response.setHeader('set-cookie', `${COOKIE}=${person}; HttpOnly; SameSite=Lax; Path=/`);
    back({ code });
  };

  const token = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('access-control-allow-origin', '*');
    const person = grants.redeem(new URLSearchParams(await text(request)));
    if (person === undefined) return refuse(response, 'invalid_grant');
    const { token: accessToken, lasts } = await tokenFor(person);
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(
      JSON.stringify({
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: lasts,
        refresh_token: grants.refreshToken(person),
      }),
    );
  };

  const endpoints: Record<string, typeof authorize> = {
    'GET /authorize': authorize,
    'POST /token': token,
    'POST /revoke': revoking(grants),
    'GET /logout': loggingOut(issuer),
  };
  return (request, response) =>
    endpoints[`${request.method} ${URL.parse(request.url!, issuer)?.pathname}`]?.(request, response);
};

const loggingOut =
  (issuer: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const back = new URL(request.url!, issuer).searchParams.get('post_logout_redirect_uri') ?? '';
    if (!isLocalUrl(back)) return refuse(response, 'invalid_request');
    response.setHeader('set-cookie', `${COOKIE}=; Max-Age=0; Path=/`);
    redirect(response, back, {});
  };

const revoking =
  (grants: ReturnType<typeof createGrants>) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    grants.revoke(new URLSearchParams(await text(request)));
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end();
  };

/** Codes and refresh tokens that were given out; each can be redeemed once. */
const createGrants = () => {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, string>();
  const secret = (): string => randomBytes(24).toString('base64url');
  return {
    code(grant: Grant): string {
      const code = secret();
      codes.set(code, grant);
      setTimeout(() => codes.delete(code), CODE_MS).unref();
      return code;
    },
    refreshToken(person: string): string {
      const refreshToken = secret();
      refreshTokens.set(refreshToken, person);
      return refreshToken;
    },
    revoke(form: URLSearchParams): void {
      take(refreshTokens, form.get('token'));
    },
    /** The person whom a token request is for; undefined when it proves nothing. */
    redeem(form: URLSearchParams): string | undefined {
      if (form.get('client_id') !== LOCAL_CLIENT_ID) return undefined;
      if (form.get('grant_type') === 'refresh_token') return take(refreshTokens, form.get('refresh_token'));
      const grant = take(codes, form.get('code'));
      const isProven =
        grant?.redirectUri === form.get('redirect_uri') && grant?.challenge === sha256(form.get('code_verifier') ?? '');
      return isProven ? grant?.person : undefined;
    },
  };
};

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

const isSound = (asked: URLSearchParams): boolean =>
  asked.get('response_type') === 'code' &&
  asked.get('client_id') === LOCAL_CLIENT_ID &&
  asked.get('code_challenge_method') === 'S256' &&
  /^[\w-]{43}$/.test(asked.get('code_challenge') ?? '') &&
  isLocalUrl(asked.get('redirect_uri') ?? '');

const isLocalUrl = (url: string): boolean =>
  URL.canParse(url) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

const rememberedPerson = (request: IncomingMessage): string | undefined =>
  new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];

const sha256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const take = <Value>(kept: Map<string, Value>, key: string | null): Value | undefined => {
  const value = key === null ? undefined : kept.get(key);
  if (key !== null) kept.delete(key);
  return value;
};

const redirect = (response: ServerResponse, to: string, members: Record<string, string>): void => {
  const location = new URL(to);
  for (const [name, value] of Object.entries(members)) location.searchParams.set(name, value);
  response.writeHead(302, { location: location.href }).end();
};

const refuse = (response: ServerResponse, error: string): void =>
  void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));

const pickPage = (people: readonly string[], asked: URLSearchParams): string => {
  const links = people.map((person) => {
    const query = new URLSearchParams([...asked.entries(), [COOKIE, person]]);
    return `<li><a href="/authorize?${query.toString().replaceAll('&', '&amp;')}">${person}</a></li>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in</title><style>body{font:1rem/2.5 system-ui;margin:4rem auto;max-width:24rem;color-scheme:light dark}</style>
<main><h1>Sign in as</h1><ul>${links.join('')}</ul><p>People of this machine, for trying it out.</p></main></html>`;
};
