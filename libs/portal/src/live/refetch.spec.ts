import { afterEach, expect, jest, test } from '@jest/globals';
import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { byClock, createRefetch, seldom } from './refetch.ts';

afterEach(() => {
  environmentManager.setIsServer(() => true);
  jest.useRealTimers();
});

/** A query on a page, with answers that come when they are given. */
const shown = (client: QueryClient, name: string, options: object = {}) => {
  const asked: PromiseWithResolvers<string>[] = [];
  const load = jest.fn(() => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  });
  const observer = new QueryObserver(client, { queryKey: [name], queryFn: load, ...options });
  const leave = observer.subscribe(() => undefined);
  const data = () => observer.getCurrentResult().data;
  const error = () => observer.getCurrentResult().error;
  const answer = (text: string) => asked.at(-1)!.resolve(text);
  const fail = (reason: string) => asked.at(-1)!.reject(new Error(reason));
  return { load, leave, data, error, answer, fail };
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

test('a failure while more happens stays until the next event', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const refetch = createRefetch(client);
  const away = shown(client, 'away');
  refetch();
  away.fail('Service unavailable');
  await until(() => away.error() !== null);
  await new Promise((resolve) => setImmediate(resolve));
  expect(away.error()).toMatchObject({ message: 'Service unavailable' });
  expect(away.load).toHaveBeenCalledTimes(1);
  refetch();
  await until(() => away.load.mock.calls.length === 2);
  away.answer('there');
  await until(() => away.data() === 'there');
  away.leave();
});

test('what is read by the clock is not read for what happens', async () => {
  const client = new QueryClient();
  const refetch = createRefetch(client);
  const [followed, polled] = [shown(client, 'followed'), shown(client, 'polled', { meta: byClock })];
  for (const query of [followed, polled]) query.answer('first');
  await until(() => polled.data() === 'first' && followed.data() === 'first');
  refetch();
  await until(() => followed.load.mock.calls.length === 2);
  expect(polled.load).toHaveBeenCalledTimes(1);
  followed.leave();
  polled.leave();
});

test('given a version, when a page is read by the clock and after an action, then it is asked once', async () => {
  // The clock runs in browsers alone.
  environmentManager.setIsServer(() => false);
  const queries = { refetchInterval: 1, gcTime: Number.POSITIVE_INFINITY };
  const client = new QueryClient({ defaultOptions: { queries } });
  const [list, version] = [shown(client, 'list'), shown(client, 'version 3', seldom)];
  const isAskedAgain = (times: number) => () => {
    list.answer('an answer');
    return list.load.mock.calls.length >= times;
  };
  version.answer('first');
  await until(() => version.data() === 'first');
  await until(isAskedAgain(3));
  void client.invalidateQueries();
  await until(isAskedAgain(list.load.mock.calls.length + 1));
  expect(version.load).toHaveBeenCalledTimes(1);
  list.leave();
  version.leave();
});

test('given a version on a page that stays open, when what else it goes by may have changed, then it is asked again', async () => {
  environmentManager.setIsServer(() => false);
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  const version = shown(client, 'version 3', seldom);
  version.answer('first');
  await until(() => version.data() === 'first');
  await jest.advanceTimersByTimeAsync(seldom.refetchInterval);
  expect(version.load).toHaveBeenCalledTimes(2);
  version.leave();
});
