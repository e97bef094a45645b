import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');
const configuration = join(root, 'dependency-cruiser.config.mjs');

/** Files that each break one rule, in a small tree of the same layout. */
const planted: Record<string, [file: string, source: string]> = {
  'services-never-import-one-another': ['services/a/src/x.ts', `import '../../b/src/y.ts';`],
  'domain-is-pure': ['services/a/src/domain/rule.ts', `import '../db/rows.ts';`],
  'use-cases-know-no-transport': ['services/a/src/use-cases/act.ts', `import '../messages/listen.ts';`],
  'database-knows-no-transport': ['services/a/src/db/table.ts', `import '../http/serve.ts';`],
  'state-changes-by-decisions': [
    'services/contract/src/use-cases/own-sql.ts',
    `import '../../../../libs/db/src/query.ts';`,
  ],
  'only-composition-wires': ['services/a/src/messages/start.ts', `import '../compose.ts';`],
  'kernel-depends-on-no-lib': ['libs/kernel/src/k.ts', `import '../../db/src/d.ts';`],
  'libs-know-no-service': ['libs/db/src/d.ts', `import '../../../services/a/src/db/rows.ts';`],
  'portal-knows-the-api-only': ['libs/portal/src/page.ts', `import '../../db/src/query.ts';`],
  'only-tools-build-the-portal': ['services/a/src/http/page.ts', `import '../../../../libs/portal/src/ui.ts';`],
  'no-cycles': ['libs/db/src/one.ts', `import './two.ts';`],
  'testing-stays-in-tests': ['services/a/src/http/check.ts', `import '../../../../libs/testing/src/t.ts';`],
};

const filler = {
  'services/b/src/y.ts': 'export const y = 1;',
  'services/a/src/db/rows.ts': 'export const rows = 1;',
  'services/a/src/messages/listen.ts': 'export const listen = 1;',
  'services/a/src/http/serve.ts': 'export const serve = 1;',
  'services/a/src/compose.ts': 'export const compose = 1;',
  'libs/db/src/query.ts': 'export const query = 1;',
  'libs/db/src/two.ts': `import './one.ts';`,
  'libs/portal/src/ui.ts': 'export const ui = 1;',
  'libs/testing/src/t.ts': 'export const t = 1;',
};

let tree: string;

beforeAll(async () => {
  await mkdir(join(root, '.cache'), { recursive: true });
  tree = await mkdtemp(join(root, '.cache/boundaries-'));
  const files = [...Object.entries(filler), ...Object.values(planted)];
  for (const [file, source] of files) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), source);
  }
  await writeFile(join(tree, 'tsconfig.json'), '{ "compilerOptions": { "allowImportingTsExtensions": true } }');
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
});

afterAll(() => rm(tree, { recursive: true, force: true }));

const violations = (): Promise<string[]> =>
  new Promise((resolveRules, reject) => {
    const command = join(root, 'node_modules/.bin/depcruise');
    const args = ['--config', configuration, '--output-type', 'json', 'services', 'libs'];
    execFile(process.execPath, [command, ...args], { cwd: tree, maxBuffer: 2 ** 26 }, (error, stdout) => {
      if (!stdout) return reject(error as Error);
      const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
      resolveRules(summary.violations.map(({ rule }) => rule.name));
    });
  });

describe('the dependency rule', () => {
  test('finds every planted violation, and a violation is planted for every rule', async () => {
    const { default: config } = (await import(configuration)) as {
      default: { forbidden: { name: string }[] };
    };
    expect(Object.keys(planted)).toEqual(config.forbidden.map(({ name }) => name));
    expect(new Set(await violations())).toEqual(new Set(Object.keys(planted)));
  });
});
