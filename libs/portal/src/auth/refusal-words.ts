import * as oauth from 'oauth4webapi';

/** How an issuer answers who was asked nothing and is not signed in there (OpenID Connect Core, 3.1.2.6). */
const IS_STRANGER: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
]);

/** Why a sign-in led nowhere, in words; undefined where that is no fault. */
export const refusalWords = (error: unknown): string | undefined => {
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    if (IS_STRANGER.has(error.error)) return undefined;
    return `The issuer refused it: ${error.error_description ?? error.error}`;
  }
  if (error instanceof TypeError) return 'The issuer of sign-ins cannot be reached.';
  return `The answer of the issuer cannot be used: ${error instanceof Error ? error.message : String(error)}`;
};
