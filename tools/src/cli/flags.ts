import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** A program of `npm run`: its name there, what it does, and its flags with what they do. */
export type Program<Flag extends string> = { name: string; purpose: string; flags: Readonly<Record<Flag, string>> };

/** The flags of a program that are set; `help` is one of every program. */
export type Flags<Flag extends string> = Readonly<Record<Flag | 'help', boolean>>;

const HELP = 'Prints this';

/** What `--help` prints. */
export const helpFor = ({ name, purpose, flags }: Program<string>): string => {
  const rows = Object.entries({ ...flags, help: HELP });
  const width = Math.max(...rows.map(([flag]) => flag.length));
  const lines = rows.map(([flag, text]) => `  --${flag.padEnd(width)}  ${text}`);
  return [`npm ${name} -- [flags]: ${purpose}`, '', ...lines].join('\n');
};

/**
 * Reads a program's flags.
 * @throws UsageError for arguments that it does not know, and for flags that npm kept because `--` was missing.
 */
export const readFlags = <Flag extends string>(
  program: Program<Flag>,
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Flags<Flag> => {
  const names = Object.keys({ ...program.flags, help: HELP });
  const options = Object.fromEntries(names.map((flag) => [flag, { type: 'boolean', default: false }] as const));
  const values = parse(program, args, options);
  const swallowed = names.find((flag) => env[`npm_config_${flag}`] && !values[flag]);
  if (swallowed)
    throw new UsageError(`npm kept --${swallowed} for itself: write npm ${program.name} -- --${swallowed}`);
  return values as Flags<Flag>;
};

const parse = (
  program: Program<string>,
  args: readonly string[],
  options: Record<string, { type: 'boolean'; default: boolean }>,
): Record<string, boolean> => {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.\n\n${helpFor(program)}`);
  }
};

/** Reads the flags; prints help or what is wrong with them, and ends the process then. */
export const flagsOrExit = <Flag extends string>(program: Program<Flag>): Flags<Flag> => {
  try {
    const flags = readFlags(program);
    if (!flags.help) return flags;
    console.log(helpFor(program));
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
};
