import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { flagsOrExit } from './cli/flags.ts';
import { lockfileFaults } from './dependencies/lockfile.ts';

flagsOrExit({
  name: 'run check:dependencies',
  purpose:
    'checks the lockfile, known vulnerabilities and the signatures of the registry; 1 also when one cannot be checked.',
});

const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 90_000;

type Report = {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string })[] }>;
  invalid?: { name: string; version: string }[];
  missing?: { name: string; version: string }[];
};

const read = (name: string) => JSON.parse(readFileSync(resolve(ROOT, name), 'utf8'));

const npm = (...args: string[]): Promise<Report> =>
  new Promise((done) => {
    execFile(
      'npm',
      [...args, '--json', '--fetch-retries=1'],
      { cwd: ROOT, timeout: PATIENCE_MS, maxBuffer: 2 ** 28 },
      (_error, stdout) => {
        try {
          done(JSON.parse(stdout));
        } catch {
          done({});
        }
      },
    );
  });

/** Known vulnerabilities of production dependencies that are high or critical; undefined when the registry does not answer. */
const vulnerabilities = async (): Promise<string[] | undefined> => {
  const report = await npm('audit', '--omit=dev');
  if (!report.metadata) return undefined;
  return Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(
      ([name, { severity, via }]) =>
        `${name}: ${severity}: ${via.map((by) => (typeof by === 'string' ? by : by.title)).join('; ')}`,
    );
};

/** Packages with a missing or invalid registry signature; undefined when the registry does not answer. */
const unsigned = async (): Promise<string[] | undefined> => {
  const { invalid, missing } = await npm('audit', 'signatures');
  if (!invalid || !missing) return undefined;
  return [
    ...invalid.map(({ name, version }) => `${name}@${version}: the signature is not valid`),
    ...missing.map(({ name, version }) => `${name}@${version}: has no signature`),
  ];
};

const checks: Record<string, () => Promise<string[] | undefined>> = {
  'The lockfile': async () => lockfileFaults(read('package-lock.json'), Object.keys(read('package.json').allowScripts)),
  'Known vulnerabilities, high or critical': vulnerabilities,
  'Registry signatures': unsigned,
};

for (const [name, check] of Object.entries(checks)) {
  const faults = await check();
  if (faults?.length === 0) console.log(`${name}: fine`);
  else {
    const details = faults?.map((fault) => `\n  ${fault}`).join('') ?? ' not checked, the registry did not answer';
    console.log(`${name}:${details}`);
    process.exitCode = 1;
  }
}
