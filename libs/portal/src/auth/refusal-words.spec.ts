import { expect, test } from '@jest/globals';
import * as oauth from 'oauth4webapi';
import { refusalWords } from './refusal-words.ts';

const redirected = (error: string, description?: string) =>
  new oauth.AuthorizationResponseError('refused', {
    cause: new URLSearchParams({ error, ...(description && { error_description: description }) }),
  });

test.each([
  ['a person who is not signed in at the issuer', redirected('login_required'), undefined],
  ['a person who has to be asked', redirected('interaction_required'), undefined],
  ['a refusal with a reason', redirected('access_denied', 'Ask for access.'), 'The issuer refused it: Ask for access.'],
  ['a refusal without one', redirected('invalid_scope'), 'The issuer refused it: invalid_scope'],
  ['no answer', new TypeError('fetch failed'), 'The issuer of sign-ins cannot be reached.'],
  ['anything else', new Error('no code'), 'The answer of the issuer cannot be used: no code'],
])('%s', (_what, error, words) => {
  expect(refusalWords(error)).toBe(words);
});
