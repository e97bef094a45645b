import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = join(ROOT, 'bench/peers/nest');
const FOLDER = join(ROOT, '.cache/peers/nest');

/** Its packages and its compiled code, kept until its sources change; returns what to run. */
export const installPeer = (): string => {
  const main = join(FOLDER, 'dist/main.js');
  const mark = join(FOLDER, 'version');
  const wanted = hashFolder(SOURCE);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return main;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  cpSync(SOURCE, FOLDER, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
  const compiler = join(FOLDER, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', FOLDER], { stdio: 'inherit' });
  writeFileSync(mark, wanted);
  return main;
};

const hashFolder = (folder: string): string => {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  for (const path of paths) hash.update(path.slice(folder.length)).update(readFileSync(path));
  return hash.digest('hex');
};
