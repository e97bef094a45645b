import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

const WARN = 40;
const LEVELS: Record<number, string> = { 40: 'warn', 50: 'ERROR', 60: 'FATAL' };

type Entry = { level?: number; time?: string; msg?: string; err?: { message?: string }; error?: string };

const parse = (line: string): Entry | undefined => {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
};

/** A log line for the terminal, or undefined when it is worth none: warnings, errors and what is no log entry. */
export const terminalLine = (name: string, line: string): string | undefined => {
  const entry = parse(line);
  if (!entry) return `${name}: ${line}`;
  if ((entry.level ?? 0) < WARN) return undefined;
  const time = entry.time?.slice(11, 19) ?? '';
  const cause = entry.err?.message ?? entry.error;
  return `${time} ${LEVELS[entry.level!] ?? ''} ${name}: ${entry.msg}${cause ? ` (${cause.split('\n', 1)[0]})` : ''}`;
};

/** Keeps every line in a file and prints what a person should see. */
export const logLines = (file: string, print: (line: string) => void) => {
  mkdirSync(dirname(file), { recursive: true });
  const stream = createWriteStream(file, { flags: 'a' });
  return (name: string, line: string): void => {
    stream.write(`${line}\n`);
    const shown = terminalLine(name, line);
    if (shown) print(shown);
  };
};
