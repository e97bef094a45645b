import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { asyncApiDocument, openApiDocument } from '@staycover/documents';

const root = resolve(import.meta.dirname, '../../..');

/** Old-fashioned words that need a second reading. */
const UNPLAIN = /\b(anew|told|nobody|somebody|whoever|whosoever|heretofore|thereof|hereby)\b/gi;

/** The same for code, in its comments, test titles and names; other strings may quote what people write. */
const UNPLAIN_CODE = /\b(told|tells|whose|nobody|says|said)\b|[a-z](Told|Tells|Whose|Nobody|Says|Said)\b/gi;
const READ_IN_CODE = [
  /(?:^|\s)\/\/ .*/gm,
  /\/\*[^]*?\*\//g,
  /\b(?:describe|test|it)\(\s*(['`]).*?\1,/g,
  /\]\)\(\s*(['`]).*?\1,/g,
  /\b(?:const|let|type|function) \w+/g,
];

/** Functions are named by what they do: `toRow` or `readPayer`, not after what their result is of. */
const NAMED_AFTER = /\b(?:const|function\*?) (?!(?:asOf|anyOf)\b)[a-z]\w*Of\b/g;

const wordsIn = (text: string): string[] => text.match(UNPLAIN) ?? [];

describe('what people read is in plain words', () => {
  const pages = globSync('**/*.md', {
    cwd: root,
    exclude: (name) => /node_modules|^\.(data|cache|git)$/.test(String(name)),
  });

  test('finds the pages', () => {
    expect(pages.length).toBeGreaterThan(40);
  });

  test.each(pages.filter((page) => !page.startsWith('CHANGELOG')))('%s', (page) => {
    expect(wordsIn(readFileSync(resolve(root, page), 'utf8'))).toEqual([]);
  });

  test('the API document', async () => {
    expect(wordsIn(JSON.stringify(await openApiDocument({ publicUrl: 'http://localhost:8080' })))).toEqual([]);
  });

  test('the document of the events', async () => {
    const document = await asyncApiDocument({ publicUrl: 'http://localhost:8080', natsHost: 'localhost:4222' });
    expect(wordsIn(JSON.stringify(document))).toEqual([]);
  });
});

describe('code is in plain words', () => {
  const sources = globSync('{libs,services,tools,bench}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /node_modules|peers|types\.ts$|plain-words/.test(String(name)),
  });

  test('finds the code', () => {
    expect(sources.length).toBeGreaterThan(1_000);
  });

  test('in comments, names and test titles', () => {
    const found = sources.flatMap((source) => {
      const code = readFileSync(resolve(root, source), 'utf8');
      const words = READ_IN_CODE.flatMap((part) => code.match(part) ?? []).flatMap(
        (text) => text.match(UNPLAIN_CODE) ?? [],
      );
      return words.length > 0 ? [`${source}: ${words.join(', ')}`] : [];
    });
    expect(found).toEqual([]);
  });

  test('in what functions are called', () => {
    const found = sources.flatMap((source) => readFileSync(resolve(root, source), 'utf8').match(NAMED_AFTER) ?? []);
    expect(found).toEqual([]);
  });
});
