import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { routes } from '@staycover/api';
import { attacks } from './attacks.ts';
import { type EventLoops, watchEventLoops } from './event-loops.ts';
import { exhaustion } from './exhaustion.ts';
import { greedy } from './greedy.ts';
import { startTarget, type Target } from './target.ts';

jest.setTimeout(240_000);

let loops: EventLoops;
let target: Target;

beforeAll(async () => {
  loops = await watchEventLoops();
  target = await startTarget(loops.env);
  await loops.begin();
});

afterAll(async () => {
  await target?.stop();
  await loops.stop();
});

describe('a platform under attack', () => {
  test('has no route that the walk over foreign ids does not know', async () => {
    const { paths } = (await target.call('nobody', 'GET', '/openapi.json')).body as { paths: Record<string, object> };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(documented.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  // What exhausts takes a while, on purpose: `npm run test:attacks` has it.
  test.each(
    attacks
      .filter((attack) => attack !== exhaustion && attack !== greedy)
      .map((attack) => [attack.name, attack] as const),
  )('holds: %s', async (_name, attack) => {
    const tried = await attack(target);
    const trials = [...tried, await loops.look(tried)];
    expect(trials.flatMap(({ what, breaches }) => breaches.map((breach) => `${what}: ${breach}`))).toEqual([]);
  });
});
