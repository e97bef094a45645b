import { printable } from './cli/printable.ts';
import { UsageError } from './cli/usage-error.ts';
import { apiKeys } from './ops/api-keys.ts';
import { audit } from './ops/audit.ts';
import { type Command, findServers } from './ops/command.ts';
import { consumers } from './ops/consumers.ts';
import { deadLetters } from './ops/dead-letters.ts';
import { deals } from './ops/deals.ts';
import { doctor } from './ops/doctor.ts';
import { events } from './ops/events.ts';
import { inbound } from './ops/inbound.ts';
import { outbox } from './ops/outbox.ts';
import { schedules } from './ops/schedules.ts';
import { describeError } from './provisioning/connecting.ts';

const commands: Record<string, Command> = {
  'api-keys': apiKeys,
  audit,
  consumers,
  'dead-letters': deadLetters,
  deals,
  doctor,
  events,
  inbound,
  outbox,
  schedules,
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const all = Object.keys(commands).join('|');
const unknown = (): string => (name && name !== '--help' ? `There is no command ${name}.\n\n` : '');
const help = (): string => (command ? command.usage : `npm run ops -- ${all} …; each with its own --help`);

/** The error of `parseArgs` for unknown options. */
const isUsage = (error: unknown): boolean =>
  error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const errorMessage = (error: unknown): string => {
  const [message] = error instanceof Error ? error.message.split('. To specify') : [];
  if (message) return message;
  return isUsage(error) ? `"${[name, ...args].join(' ')}" is not complete, or not understood.` : describeError(error);
};

// As with `| head`: what is under way is finished all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (command?.endless) process.exit();
});

if (!command || args.includes('--help')) {
  const isAsked = command !== undefined || name === '--help';
  (isAsked ? console.log : console.error)((command ? '' : unknown()) + help());
  process.exitCode = isAsked ? 0 : 2;
} else {
  try {
    await command.run({ args, print: (line) => console.log(printable(line)), servers: findServers() });
  } catch (error) {
    console.error(printable([errorMessage(error), ...(isUsage(error) ? [help()] : [])].filter(Boolean).join('\n\n')));
    process.exitCode = isUsage(error) ? 2 : 1;
  }
}
