import { expect, test } from '@jest/globals';
import { type Actor, systemClock } from '@staycover/kernel';
import { type FiguresOf, summarized } from './summary.ts';

const reader = (organizations: Actor['organizations']): Actor => ({ id: 'dana', organizations, roles: ['read'] });

/** A summary that records the organizations it counted and waits for permission to finish. */
const counting = () => {
  const counted: FiguresOf[] = [];
  const ready = Promise.withResolvers<void>();
  const ask = summarized<{ organizationId?: string; months?: number }, { counted: number }>(
    systemClock,
    async (organizations) => {
      counted.push(organizations);
      await ready.promise;
      return { counted: counted.length };
    },
  );
  return { ask, counted, ready };
};

test.each<[string, Actor['organizations'], string | undefined, FiguresOf]>([
  ['their own organizations', ['acme', 'globex'], undefined, ['acme', 'globex']],
  ['the requested one', ['acme', 'globex'], 'globex', ['globex']],
  ['all of them', '*', undefined, null],
  ['one of all', '*', 'acme', ['acme']],
  ['none', [], undefined, []],
])('a caller gets the figures of %s', async (_what, organizations, organizationId, expected) => {
  const { ask, counted, ready } = counting();
  ready.resolve();
  const { body } = await ask({ actor: reader(organizations), query: organizationId ? { organizationId } : {} });
  expect([counted, body]).toEqual([[expected], { asOf: expect.stringMatching(/\.\d{3}Z$/), counted: 1 }]);
});

test("another organization's figures are not there", async () => {
  const { ask, counted } = counting();
  await expect(ask({ actor: reader(['acme']), query: { organizationId: 'globex' } })).rejects.toThrow(
    expect.objectContaining({ code: 'not-found' }),
  );
  expect(counted).toEqual([]);
});

test('the figures of all organizations are counted once, however many ask at the same time', async () => {
  const { ask, counted, ready } = counting();
  const asked = Array.from({ length: 20 }, () => ask({ actor: reader('*'), query: { months: 12 } }));
  const other = ask({ actor: reader('*'), query: { months: 1 } });
  ready.resolve();
  const answers = await Promise.all(asked);
  await other;
  expect(new Set(answers).size).toBe(1);
  expect(counted).toEqual([null, null]);
});

test('figures that could not be counted are counted again for the next who asks', async () => {
  let calls = 0;
  const ask = summarized<{ organizationId?: string }, { calls: number }>(systemClock, async () => {
    calls += 1;
    if (calls === 1) throw new Error('The database is away.');
    return { calls };
  });
  await expect(ask({ actor: reader('*'), query: {} })).rejects.toThrow('away');
  expect((await ask({ actor: reader('*'), query: {} })).body).toMatchObject({ calls: 2 });
});
