import { styleText } from 'node:util';
import { printable } from '../cli/printable.ts';
import { openBoundedFile } from './bounded-file.ts';

type Style = Parameters<typeof styleText>[0];
/** Styles a text, or returns it unchanged without colours. */
export type Paint = (style: Style, text: string) => string;

type Entry = Record<string, unknown> & { level: number; time: string; msg: string };

const LEVELS: Record<number, [Style, string]> = { 40: ['yellow', 'warn'], 50: ['red', 'ERROR'], 60: ['red', 'FATAL'] };
const OUTCOMES: Record<string, Style> = { ok: 'green', processed: 'green', failed: 'red', rejected: 'red' };
/** What has a place of its own in a line, or none. */
const PLACED = new Set(['level', 'time', 'service', 'msg', 'traceId', 'err', 'error']);
const MOST_UNREAD = 1024 ** 2;

const parse = (line: string): Entry | undefined => {
  try {
    return JSON.parse(line, (_name, value) => (typeof value === 'string' ? printable(value) : value)) as Entry;
  } catch {
    return undefined;
  }
};

/** A log line of a service for people: time, service, message, outcome, organization, trace. */
export const terminalLine = (name: string, line: string, paint: Paint): string => {
  const entry = parse(line);
  if (!entry) return printable(`${name}: ${line}`);
  const [style, level] = LEVELS[entry.level] ?? [];
  const parts = [
    paint('dim', entry.time?.slice(11, 19) ?? ''),
    paint('cyan', name.padEnd(8)),
    style && paint(style, level!),
    ...whatHappened(entry, paint),
    entry['traceId'] && paint('dim', String(entry['traceId'])),
  ];
  return parts.filter(Boolean).join(' ');
};

const whatHappened = (entry: Entry, paint: Paint): string[] => {
  const { msg, method, path, status, subject, durable, outcome, actor, organization, durationMs } = entry;
  const how = [
    paint(OUTCOMES[String(outcome)] ?? 'yellow', String(status ?? outcome)),
    `${durationMs} ms`,
    `${actor ?? '–'} for ${organization ?? '–'}`,
  ];
  if (msg === 'request') return [`${method} ${path}`, ...how];
  if (msg === 'event') return [`${subject} → ${durable}`, ...how];
  return [msg, ...reason(entry), ...details(entry)];
};

const reason = ({ err, error }: Entry): string[] => {
  const message = (err as { message?: string } | undefined)?.message ?? error;
  return message ? [`(${firstLine(message)})`] : [];
};

const firstLine = (value: unknown): string => String(value).split('\n', 1)[0]!;

const details = (entry: Entry): string[] =>
  Object.entries(entry).flatMap(([name, value]) =>
    PLACED.has(name) || typeof value === 'object' ? [] : [`${name}=${firstLine(value)}`],
  );

/**
 * Keeps every line in a file and shows it: coloured to a person, as it is (JSON) to a program. A reader that is slow misses
 * lines, and one that went away all of them, but never holds up the platform.
 */
export const logLines = (file: string, out: NodeJS.WriteStream) => {
  // A full disk ends neither the platform nor what it shows.
  const kept = openBoundedFile(file, ({ message }) => out.write(`The log goes on here alone: ${message}\n`));
  const paint: Paint = (style, text) => styleText(style, text, { stream: out });
  out.on('error', () => undefined);
  let waiting: [name: string, line: string][] = [];
  const write = (): void => {
    const lines = waiting;
    waiting = [];
    kept.write(lines.map(([, line]) => `${line}\n`).join(''));
    if (out.writableLength >= MOST_UNREAD) return;
    out.write(lines.map(([name, line]) => `${out.isTTY ? terminalLine(name, line, paint) : line}\n`).join(''));
  };
  return (name: string, line: string): void => {
    // Lines that come at once are written at once.
    if (waiting.push([name, line]) === 1) setImmediate(write);
  };
};
