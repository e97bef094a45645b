import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** A flag with a whole number from 1 to `most`; `preset` is what it is without the flag. */
type Count = { text: string; preset: number; most: number };

/** A flag with a text; `takes` is how the help writes it, such as `<case,…>`. */
type Value = { text: string; takes: string };

/** Arguments that are not flags; `fault` gives the reason to refuse them. */
type Words = { takes: string; fault: (words: readonly string[]) => string | undefined };

/** A command of `npm run`: its name, a description, and what it takes. */
export type Program = {
  name: string;
  purpose: string;
  flags?: Readonly<Record<string, string>>;
  counts?: Readonly<Record<string, Count>>;
  values?: Readonly<Record<string, Value>>;
  words?: Words;
};

type NamesOf<P extends Program, Kind extends keyof Program> =
  P extends Record<Kind, infer Declared> ? keyof Declared & string : never;

/** What was given: `help` is a flag of every program. */
export type Flags<P extends Program> = Readonly<
  Record<NamesOf<P, 'flags'> | 'help', boolean> &
    Record<NamesOf<P, 'counts'>, number> &
    Record<NamesOf<P, 'values'>, string | undefined> & { words: readonly string[] }
>;

const HELP = 'Prints this';

/** What `--help` prints. */
export const helpFor = ({ name, purpose, flags = {}, counts = {}, values = {}, words }: Program): string => {
  const rows = [
    ...Object.entries(flags),
    ...Object.entries(counts).map(([flag, { text, preset }]) => [`${flag} <n>`, `${text} (${preset})`] as const),
    ...Object.entries(values).map(([flag, { text, takes }]) => [`${flag} ${takes}`, text] as const),
    ['help', HELP] as const,
  ];
  const width = Math.max(...rows.map(([flag]) => flag.length));
  const lines = rows.map(([flag, text]) => `  --${flag.padEnd(width)}  ${text}`);
  const takes = [...(words ? [words.takes] : []), '[flags]'].join(' ');
  return [`npm ${name} -- ${takes}: ${purpose}`, '', ...lines].join('\n');
};

/**
 * Reads a program's arguments.
 * @throws UsageError for what it does not know, and for flags that npm kept because `--` was missing.
 */
export const readFlags = <const P extends Program>(
  program: P,
  args: readonly string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Flags<P> => {
  const { values, positionals } = parse(program, args);
  const swallowed = optionNames(program).find((flag) => env[`npm_config_${flag}`] && !values[flag]);
  if (swallowed)
    throw new UsageError(`npm kept --${swallowed} for itself: write npm ${program.name} -- --${swallowed}`);
  if (values['help']) return { ...values, words: [] } as unknown as Flags<P>;
  const fault = program.words?.fault(positionals);
  if (fault) throw refusal(program, fault);
  const counts = Object.entries(program.counts ?? {}).map(([flag, count]) => [
    flag,
    parseCount(program, flag, count, values[flag]),
  ]);
  return { ...values, ...Object.fromEntries(counts), words: positionals } as Flags<P>;
};

const refusal = (program: Program, reason: string): UsageError => new UsageError(`${reason}.\n\n${helpFor(program)}`);

const parseCount = (program: Program, flag: string, { preset, most }: Count, text: unknown): number => {
  if (text === undefined) return preset;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw refusal(program, `--${flag} must be a whole number from 1 to ${most}`);
};

const switchNames = ({ flags = {} }: Program): string[] => [...Object.keys(flags), 'help'];
const textNames = ({ counts = {}, values = {} }: Program): string[] => [...Object.keys(counts), ...Object.keys(values)];
const optionNames = (program: Program): string[] => [...switchNames(program), ...textNames(program)];

const parse = (
  program: Program,
  args: readonly string[],
): { values: Record<string, unknown>; positionals: readonly string[] } => {
  const options = {
    ...Object.fromEntries(switchNames(program).map((flag) => [flag, { type: 'boolean', default: false }] as const)),
    ...Object.fromEntries(textNames(program).map((flag) => [flag, { type: 'string' }] as const)),
  };
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: program.words !== undefined });
  } catch (error) {
    throw refusal(program, (error as Error).message.split('. ')[0]!);
  }
};

/** Reads the arguments; prints the help or the reason for a refusal and exits, if there is a reason. */
export const flagsOrExit = <const P extends Program>(program: P): Flags<P> => {
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

/** Refuses more than one folder. */
export const oneFolder: Words = {
  takes: '[folder]',
  fault: (words) => (words.length > 1 ? 'Only one folder can be given' : undefined),
};
