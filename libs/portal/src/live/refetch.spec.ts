import { expect, jest, test } from '@jest/globals';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { byClock, createRefetch } from './refetch.ts';

/** A query on a page, with answers that come when they are given. */
const shown = (client: QueryClient, name: string, meta = {}) => {
  const asked: PromiseWithResolvers<string>[] = [];
  const load = jest.fn(() => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  });
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: load, meta });
  const leave = observer.subscribe(() => undefined);
  const data = () => observer.getCurrentResult().data;
  return { load, leave, data, answer: (text: string) => asked.at(-1)!.resolve(text) };
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
};

test('a slow answer is waited for while more happens, and then read once more', async () => {
  const client = new QueryClient();
  const refetch = createRefetch(client);
  const slow = shown(client, 'slow');
  slow.answer('first');
  await until(() => slow.data() === 'first');
  for (let i = 0; i < 3; i += 1) refetch();
  await until(() => slow.load.mock.calls.length === 2);
  refetch();
  slow.answer('second');
  await until(() => slow.load.mock.calls.length === 3);
  expect(slow.data()).toBe('second');
  slow.answer('third');
  await until(() => slow.data() === 'third');
  expect(slow.load).toHaveBeenCalledTimes(3);
  slow.leave();
});

test('what is read by the clock is not read for what happens', async () => {
  const client = new QueryClient();
  const refetch = createRefetch(client);
  const [followed, polled] = [shown(client, 'followed'), shown(client, 'polled', byClock)];
  for (const query of [followed, polled]) query.answer('first');
  await until(() => polled.data() === 'first' && followed.data() === 'first');
  refetch();
  await until(() => followed.load.mock.calls.length === 2);
  expect(polled.load).toHaveBeenCalledTimes(1);
  followed.leave();
  polled.leave();
});
