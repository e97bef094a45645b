import { createHash } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { jsonPieces, lazyList, printedHash, printJson } from './print-json.ts';

const long = (entry: unknown, length = 300) => Array.from({ length }, () => entry);

test('prints what JSON.stringify prints, whatever is long in it', async () => {
  const data = fc.jsonValue({ maxDepth: 3 });
  await fc.assert(
    fc.asyncProperty(data, fc.string(), fc.constantFrom(0, 1, 100, 101, 250), async (value, name, length) => {
      const list = long(value, length);
      for (const one of [value, list, { [name]: list, value }, [{ [name]: list }], { a: [{ b: list }] }])
        expect(await printJson(one)).toBe(JSON.stringify(one));
    }),
  );
});

test('leaves out what has no JSON', async () => {
  const value = { gone: undefined, list: [...long(1), undefined], when: new Date(0) };
  expect(await printJson(value)).toBe(JSON.stringify(value));
});

test.each([[{ a: [1, 2] }], ['text'], [null], [7], [[{ b: [] }]]])('prints %j at once', (value) => {
  expect(printJson(value)).toBe(JSON.stringify(value));
});

test.each([0, 1, 300])('hashes what it prints of %d entries', async (length) => {
  const value = { lines: lazyList(long('é', length), (one) => ({ one })), total: 7 };
  expect(await printedHash(value)).toBe(createHash('sha256').update(JSON.stringify(value)).digest('hex'));
});

test.each([
  ['prints', printJson],
  ['hashes', printedHash],
])('lets others have their turn while it %s ten thousand resources', async (_, work) => {
  // What the test before it has begun ends with its turn.
  await new Promise(setImmediate);
  let turns = 0;
  let isPrinted = false;
  // Each look at the clock finds it a millisecond later, however fast the machine is.
  let ms = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => ++ms);
  const count = (): void => {
    if (isPrinted) return;
    turns++;
    setImmediate(count);
  };
  setImmediate(count);
  await work({ lines: long({ text: 'x'.repeat(2_000), at: long(1, 20) }, 20_000) });
  isPrinted = true;
  clock.mockRestore();
  expect(turns).toBeGreaterThan(2);
});

test('prints a lazy list as it prints the list, and makes an entry no sooner than its piece is asked for', async () => {
  let made = 0;
  const lines = (length: number) =>
    lazyList(long('x'.repeat(1_000), length), (text, index) => ({ index: made++, text, at: index }));
  for (const length of [0, 1, 100, 101]) {
    const printed = await printJson({ lines: lines(length), rest: 1 });
    made = 0;
    expect(printed).toBe(JSON.stringify({ lines: lines(length), rest: 1 }));
    made = 0;
  }
  const pieces = jsonPieces({ lines: lines(10_000) }) as AsyncGenerator<string>;
  for (let piece = 0; piece < 3; piece++) await pieces.next();
  expect(made).toBeLessThan(200);
  await pieces.return(undefined);
});
