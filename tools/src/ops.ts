import { endOnSignal } from './cli/end-on-signal.ts';
import { endProgram } from './cli/end-program.ts';
import { printable } from './cli/printable.ts';
import { UsageError } from './cli/usage-error.ts';
import { apiKeys } from './ops/api-keys.ts';
import { audit } from './ops/audit.ts';
import { type Command, findServers, table } from './ops/command.ts';
import { consumers } from './ops/consumers.ts';
import { deadLetters } from './ops/dead-letters.ts';
import { deals } from './ops/deals.ts';
import { doctor } from './ops/doctor.ts';
import { events } from './ops/events.ts';
import { inbound } from './ops/inbound.ts';
import { outbox } from './ops/outbox.ts';
import { schedules } from './ops/schedules.ts';
import { describeError } from './provisioning/connecting.ts';

const commands: Record<string, { purpose: string; command: Command }> = {
  'api-keys': { purpose: 'makes, lists and revokes API keys of other systems', command: apiKeys },
  audit: { purpose: 'shows who changed a resource, when, from what to what', command: audit },
  consumers: { purpose: 'shows how many events wait for each consumer', command: consumers },
  'dead-letters': { purpose: 'shows, replays and discards events that could not be processed', command: deadLetters },
  deals: { purpose: 'shows and settles deals that failed, or came again with other content', command: deals },
  doctor: { purpose: 'lists what is wrong, and what to do about it: begin here', command: doctor },
  events: { purpose: 'prints events as they are published', command: events },
  inbound: { purpose: 'publishes again what other systems sent', command: inbound },
  outbox: { purpose: 'shows what is not published yet, and publishes again what NATS has lost', command: outbox },
  schedules: { purpose: 'shows the runs of scheduled work', command: schedules },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name]!.command : undefined;
const listed = table(
  ['', ''],
  Object.entries(commands).map(([each, { purpose }]) => [`  ${each}`, purpose]),
).slice(1);
const unknown = (): string => (name && name !== '--help' ? `There is no command ${name}.\n\n` : '');
const help = (): string =>
  command ? command.usage : ['npm run ops -- <command>; each explains itself with --help', '', ...listed].join('\n');

/** The error of `parseArgs` for unknown options. */
const isUsage = (error: unknown): boolean =>
  error instanceof UsageError || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const errorMessage = (error: unknown): string => {
  const [message] = error instanceof Error ? error.message.split('. To specify') : [];
  if (message) return message;
  return isUsage(error) ? `"${[name, ...args].join(' ')}" is not complete, or not understood.` : describeError(error);
};

endOnSignal();
// As with `| head`: what is under way is finished all the same.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (command?.endless) process.exit();
});

const run = async (): Promise<number> => {
  if (!command || args.includes('--help')) {
    const isAsked = command !== undefined || name === '--help';
    (isAsked ? console.log : console.error)((command ? '' : unknown()) + help());
    return isAsked ? 0 : 2;
  }
  try {
    await command.run({ args, print: (line) => console.log(printable(line)), servers: findServers() });
    return 0;
  } catch (error) {
    console.error(printable([errorMessage(error), ...(isUsage(error) ? [help()] : [])].filter(Boolean).join('\n\n')));
    return isUsage(error) ? 2 : 1;
  }
};

await endProgram(await run());
