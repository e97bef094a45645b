import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { onTheSeam } from '../boundaries/on-the-seam.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const page = read('docs/evolution.md');

const found = (pattern: RegExp): string[] => [...new Set([...page.matchAll(pattern)].map(([, name]) => name!))];

describe('the checklists of docs/evolution.md', () => {
  const paths = found(/`((?:services|libs|tools|docs|deploy)\/[^`]+)`/g);
  const commands = found(/`npm run ([\w:]+)`/g);

  test('are there for a field, an event, a status, a consumer, a rule and a service', () => {
    expect(found(/^## (A.+)$/gm)).toEqual(['A field', 'An event', 'A status', 'A consumer', 'A rule', 'A service']);
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
    ['writableContract', 'libs/api/src/contract.ts'],
    ['contractChanges', 'services/contract/src/wire.ts'],
    ['PolicyState', 'libs/events/src/policy.ts'],
    ['statesIn', 'libs/db/src/states.ts'],
    ['consumes', 'services/claims/src/messages/subscriptions.ts'],
  ])('name `%s`, which %s has', (name, path) => {
    expect(page).toContain(`\`${name}\``);
    expect(read(path)).toMatch(new RegExp(`\\b${name}\\b`));
  });
});

describe('the checklist for a service', () => {
  const names = ['contract', 'policy', 'billing', 'renewal', 'claims', 'insight'];
  const written = [
    'libs/*/src/**/*.{ts,tsx}',
    'services/gateway/src/*.ts',
    'tools/package.json',
    'tools/src/**/*.ts',
    'deploy/**',
  ];
  const isGenerated = /spec\.ts$|README|types\.ts$|rendered|schema\.json/;

  /** A file that names every service lists them. */
  const listing = globSync(['docker-compose.yml', ...written], { cwd: root })
    .filter((file) => !isGenerated.test(file) && statSync(resolve(root, file)).isFile())
    .filter((file) =>
      names.every((name) => new RegExp(`(?<![a-z-])${name}(?![a-z-])`, 'i').test(read(file).replaceAll('_', ' '))),
    );

  test('finds such files', () => {
    expect(listing.length).toBeGreaterThan(20);
  });

  test.each(listing)('names %s, where services are listed', (file) => {
    expect(page).toContain(`\`${file}\``);
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
