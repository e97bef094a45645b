import { expect, test } from '@jest/globals';
import { sideBySide } from './republish.ts';

const rows = [1, 2, 3].flatMap((version) => ['a', 'b'].map((aggregate_id) => ({ aggregate_id, version })));
const name = ({ aggregate_id, version }: (typeof rows)[number]): string => `${aggregate_id}${version}`;

test('the events of an aggregate go out in turn, and those of another one do not wait for them', async () => {
  const begun: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = sideBySide(rows, async (row) => {
    begun.push(name(row));
    if (name(row) === 'a1') await first.promise;
    if (name(row) === 'b3') first.resolve();
  });
  await all;
  expect(begun).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'a3']);
});

test('once one is refused, none is begun, and those under way are waited for', async () => {
  const ended: string[] = [];
  const refused = Promise.withResolvers<void>();
  const all = sideBySide(rows, async (row) => {
    if (name(row) === 'a1') {
      refused.resolve();
      throw new Error('the stream is full');
    }
    await refused.promise;
    ended.push(name(row));
  });
  await expect(all).rejects.toThrow('the stream is full');
  expect(ended).toEqual(['b1']);
});
