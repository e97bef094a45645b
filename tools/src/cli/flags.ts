import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** A program of `npm run`: its name, a description, its flags with descriptions, and the numeric ones. */
export type Program<Flag extends string, Count extends string = never> = {
  name: string;
  purpose: string;
  flags: Readonly<Record<Flag, string>>;
  counts?: Readonly<Record<Count, string>>;
};

type AnyProgram = Program<string, string>;

/** The flags of a program that are set, `help` is one of every program; and its numbers, 1 where none is given. */
export type Flags<Flag extends string, Count extends string = never> = Readonly<
  Record<Flag | 'help', boolean> & Record<Count, number>
>;

const HELP = 'Prints this';
const MOST = 9;

/** What `--help` prints. */
export const helpFor = ({ name, purpose, flags, counts = {} }: AnyProgram): string => {
  const numbers = Object.entries(counts).map(([flag, text]) => [`${flag} <n>`, text] as const);
  const rows = [...Object.entries(flags), ...numbers, ['help', HELP] as const];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  const lines = rows.map(([flag, text]) => `  --${flag.padEnd(width)}  ${text}`);
  return [`npm ${name} -- [flags]: ${purpose}`, '', ...lines].join('\n');
};

/**
 * Reads a program's flags.
 * @throws UsageError for arguments that it does not know, and for flags that npm kept because `--` was missing.
 */
export const readFlags = <Flag extends string, Count extends string = never>(
  program: Program<Flag, Count>,
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Flags<Flag, Count> => {
  const switches = Object.keys({ ...program.flags, help: HELP });
  const counts = Object.keys(program.counts ?? {});
  const values = parse(program, args, {
    ...Object.fromEntries(switches.map((flag) => [flag, { type: 'boolean', default: false }] as const)),
    ...Object.fromEntries(counts.map((flag) => [flag, { type: 'string' }] as const)),
  });
  const swallowed = [...switches, ...counts].find((flag) => env[`npm_config_${flag}`] && !values[flag]);
  if (swallowed)
    throw new UsageError(`npm kept --${swallowed} for itself: write npm ${program.name} -- --${swallowed}`);
  const numbers = counts.map((flag) => [flag, countOf(program, flag, values[flag])]);
  return { ...values, ...Object.fromEntries(numbers) } as Flags<Flag, Count>;
};

const countOf = (program: AnyProgram, flag: string, text: unknown): number => {
  if (text === undefined) return 1;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count;
  throw new UsageError(`--${flag} must be a whole number from 1 to ${MOST}.\n\n${helpFor(program)}`);
};

type Options = Record<string, { type: 'boolean'; default: boolean } | { type: 'string' }>;

const parse = (program: AnyProgram, args: readonly string[], options: Options): Record<string, unknown> => {
  try {
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}.\n\n${helpFor(program)}`);
  }
};

/** Parses the flags; prints the help or the errors and exits, if there is a reason. */
export const flagsOrExit = <Flag extends string, Count extends string = never>(
  program: Program<Flag, Count>,
): Flags<Flag, Count> => {
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
