import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { asyncApiDocument, openApiDocument } from '@staycover/documents';

const root = resolve(import.meta.dirname, '../../..');

/** Words that read at second sight only, and what stands for them. */
const UNPLAIN = /\b(anew|told|nobody|somebody|whoever|whosoever|heretofore|thereof|hereby)\b/gi;

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
