import { spawnSync } from 'node:child_process';
import { flagsOrExit } from './cli/flags.ts';

flagsOrExit({
  name: 'test',
  purpose: 'checks everything: types, lint, the dependency rule, and every spec. npm run jest -- <path> runs a part.',
});
for (const step of ['typecheck', 'lint', 'boundaries', 'jest']) {
  const { status } = spawnSync('npm', ['run', step], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
