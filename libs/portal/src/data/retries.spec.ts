import { describe, expect, test } from '@jest/globals';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { Problem } from './problem.ts';
import { inAnyNetwork, isWorthAnother, pauseBefore } from './retries.ts';

const refusal = (status: number, retryAfter?: number): Problem => new Problem(status, { title: 'Refused' }, retryAfter);
const silence = new TypeError('Failed to fetch');

test.each([
  [true, 'no answer', 0, silence],
  [false, 'no answer, for the third time', 2, silence],
  [true, 'a service that restarts', 0, refusal(503, 1)],
  [true, 'a service that asks for five seconds', 1, refusal(503, 5)],
  [false, 'a service that asks for a minute', 0, refusal(503, 60)],
  [true, 'too many requests', 1, refusal(429)],
  [false, 'too many requests for half a minute', 0, refusal(429, 30)],
  [false, 'what is not there', 0, refusal(404)],
])('it is %s that a query is tried once more: %s', (isAgain, _what, failures, error) => {
  expect(isWorthAnother(failures, error)).toBe(isAgain);
});

describe('the pause', () => {
  test.each([
    ['as long as the platform asks for', 1, 3_000, refusal(503, 3)],
    ['a second at first', 0, 1_000, silence],
    ['then two', 1, 2_000, silence],
  ])('is %s', (_what, failures, pause, error) => {
    expect(pauseBefore(failures, error)).toBe(pause);
  });
});

test('a page asks the platform without a network, too', async () => {
  onlineManager.setOnline(false);
  const client = new QueryClient({ defaultOptions: { queries: { ...inAnyNetwork, retry: false } } });
  const refused = client.fetchQuery({ queryKey: ['me'], queryFn: () => Promise.reject(silence) });
  await expect(refused).rejects.toBe(silence);
  onlineManager.setOnline(true);
});
