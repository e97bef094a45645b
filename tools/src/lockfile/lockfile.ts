import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { flagsOrExit } from '../cli/flags.ts';
import { completed, type Lockfile } from './complete.ts';

flagsOrExit({ name: 'run lock', purpose: 'completes package-lock.json for other platforms, after npm install.' });

/**
 * Run after `npm install`: where a registry does not have the builds for other platforms, npm leaves them out of the
 * lock file, and then `npm ci` refuses it everywhere.
 */
const file = resolve(import.meta.dirname, '../../../package-lock.json');
const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
writeFileSync(file, `${JSON.stringify(completed(lockfile), null, 2)}\n`);
