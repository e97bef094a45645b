import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { onTheSeam } from '../boundaries/on-the-seam.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const page = read('docs/evolution.md');

const found = (pattern: RegExp): string[] => [...new Set([...page.matchAll(pattern)].map(([, name]) => name!))];

describe('the checklists of docs/evolution.md', () => {
  const paths = found(/`((?:services|libs|tools|docs)\/[^`]+)`/g);
  const commands = found(/`npm run ([\w:]+)`/g);

  test('are there for a field, an event, a status and a consumer', () => {
    expect(found(/^## (A.+)$/gm)).toEqual(['A field', 'An event', 'A status', 'A consumer']);
    expect([paths.length > 10, commands.length > 2]).toEqual([true, true]);
  });

  test.each(paths)('name %s, which exists', (path) => {
    expect(existsSync(resolve(root, path))).toBe(true);
  });

  test.each(commands)('name `npm run %s`, which is a script', (command) => {
    expect(Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)).toContain(command);
  });

  test.each(found(/\]\(([^)]+)\)/g))('link to %s, which exists', (link) => {
    expect(existsSync(resolve(root, 'docs', link))).toBe(true);
  });

  test.each([
    ['defaults', 'libs/change/src/repository.ts'],
    ['projects', 'libs/change/src/projects.ts'],
    ['handles', 'libs/change/src/subscriptions.ts'],
    ['handlesTogether', 'libs/change/src/handles-together.ts'],
    ['contractTransitions', 'services/contract/src/domain/contract.ts'],
  ])('name `%s`, which %s has', (name, path) => {
    expect(page).toContain(`\`${name}\``);
    expect(read(path)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('what the checklists forbid', () => {
  const sources = onTheSeam.map((service) => `services/${service}/src/domain`);

  test.each(sources)('%s has no statuses of which some are left out', (folder) => {
    const files = globSync(`${folder}/**/*.ts`, { cwd: root });
    expect(files).not.toEqual([]);
    expect(files.filter((file) => /Partial<Record<\w*Status/.test(read(file)))).toEqual([]);
  });
});

describe('the walk of a deal in docs/architecture.md', () => {
  const [, walk] = /## A deal, file by file\n([\s\S]*?)\n## /.exec(read('docs/architecture.md'))!;
  const rows = [...walk!.matchAll(/^\| (\w+) \| (`.+`) \|$/gm)].map(([, service, files]) => ({
    service: service!,
    files: [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
  }));

  test('goes through the services that follow it', () => {
    expect(rows.map(({ service }) => service)).toEqual(['contract', 'policy', 'billing', 'renewal']);
  });

  test.each(rows)('takes at most 8 files of $service, which exist', ({ service, files }) => {
    expect(files.length).toBeLessThanOrEqual(8);
    expect(files.filter((file) => !existsSync(resolve(root, 'services', service, 'src', file)))).toEqual([]);
  });
});
