import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { routes } from '@staycover/api';
import { type Attack, attacks } from './attacks.ts';
import { excess } from './excess.ts';
import { exhaustion } from './exhaustion.ts';
import { extremes } from './extremes.ts';
import { greedy } from './greedy.ts';
import { large } from './large.ts';
import { manyStreams } from './many-streams.ts';
import { startTarget, type Target } from './target.ts';

jest.setTimeout(240_000);

const IN_FULL_ONLY: readonly Attack[] = [exhaustion, manyStreams, greedy, large, excess, extremes];

let target: Target;

beforeAll(async () => {
  target = await startTarget();
});

afterAll(async () => {
  await target?.stop();
});

describe('a platform under attack', () => {
  test('has no route that the walk over foreign ids does not know', async () => {
    const { paths } = (await target.call('anonymous', 'GET', '/openapi.json')).body as {
      paths: Record<string, object>;
    };
    const documented = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(documented.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  // What exhausts takes a while, on purpose, milliseconds count on a quiet machine only, and fuzzing has extremes of its own:
  // `npm run test:attacks` has them all.
  test.each(attacks.filter((attack) => !IN_FULL_ONLY.includes(attack)).map((attack) => [attack.name, attack] as const))(
    'holds: %s',
    async (_name, attack) => {
      const trials = await attack(target, (_full, brief) => brief);
      expect(trials.flatMap(({ what, breaches }) => breaches.map((breach) => `${what}: ${breach}`))).toEqual([]);
    },
  );
});
