import { apiKeys } from './ops/api-keys.ts';
import { audit } from './ops/audit.ts';
import { schedules } from './ops/schedules.ts';

/** Commands by name; each gets the arguments after its own. */
const commands: Record<string, (args: string[]) => Promise<void>> = { 'api-keys': apiKeys, audit, schedules };

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
try {
  if (!command) throw new Error(`Usage: npm run ops -- ${Object.keys(commands).join('|')} …`);
  await command(args);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
