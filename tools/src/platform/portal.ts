import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { portalBuild, portalFolder } from '@staycover/portal';

/**
 * The folder of the portal. When it does not exist, a separate process builds it, after everything else has started; the
 * gateway serves it once it is built.
 */
export const portalBeside = (onLine: (name: string, line: string) => void): string => {
  const folder = portalFolder();
  if (existsSync(folder)) return folder;
  const build = spawn(process.execPath, [portalBuild, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  build.once('error', (error) => onLine('portal', error.message));
  for (const output of [build.stdout, build.stderr])
    output.on('data', (chunk: Buffer) => onLine('portal', chunk.toString().trimEnd()));
  if (build.pid !== undefined) setPriority(build.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  build.unref();
  return folder;
};
