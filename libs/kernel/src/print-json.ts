import { createHash } from 'node:crypto';
import { slice } from './slices.ts';

/** How many entries are printed without a look at the clock. */
const FEW = 100;
/** How deep long lists are looked for: a page of resources, a resource, a list of its own. */
const LEVELS = 3;
/** Characters of a piece, about. */
const PIECE = 65_536;

/** A list with entries that are made while it is printed, so that only those in flight are in memory. */
export class LazyList<Entry> implements Iterable<Entry> {
  readonly length: number;
  readonly #entries: () => Iterable<Entry>;

  constructor(length: number, entries: () => Iterable<Entry>) {
    this.length = length;
    this.#entries = entries;
  }

  [Symbol.iterator](): Iterator<Entry> {
    return this.#entries()[Symbol.iterator]();
  }

  /** As `JSON.stringify` prints it. */
  toJSON(): Entry[] {
    return [...this];
  }
}

/** What `map` makes of each entry when it is printed. */
export const lazyList = <Source, Entry>(
  sources: readonly Source[],
  map: (source: Source, index: number) => Entry,
): LazyList<Entry> =>
  new LazyList(sources.length, function* () {
    for (const [index, source] of sources.entries()) yield map(source, index);
  });

/**
 * What `JSON.stringify` prints of plain data and lazy lists: at once where all lists are short, else in slices between
 * which other work has its turn.
 */
export const printJson = (value: unknown): string | Promise<string> => {
  const printed = jsonPieces(value);
  return typeof printed === 'object' ? joined(printed) : printed;
};

/** The same in pieces, made as they are asked for, where a list is long. */
export const jsonPieces = (value: unknown): string | AsyncGenerator<string> =>
  hasLongList(value, LEVELS) ? printLong(value, LEVELS) : JSON.stringify(value);

/** SHA-256 of what `printJson` prints, in hex, without holding it. */
export const printedHash = async (value: unknown): Promise<string> => {
  const hash = createHash('sha256');
  const printed = jsonPieces(value);
  for await (const piece of typeof printed === 'object' ? printed : [printed]) hash.update(piece);
  return hash.digest('hex');
};

const joined = async (pieces: AsyncIterable<string>): Promise<string> => {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all.join('');
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const hasLongList = (value: unknown, levels: number): boolean => {
  if (!isObject(value) || levels === 0) return false;
  if (value instanceof LazyList) return value.length > FEW;
  if (Array.isArray(value)) return value.length > FEW || value.some((entry) => hasLongList(entry, levels - 1));
  return Object.values(value).some((member) => hasLongList(member, levels - 1));
};

async function* printLong(value: unknown, levels: number): AsyncGenerator<string> {
  const rest = slice();
  if (rest) await rest;
  if (!hasLongList(value, levels)) yield JSON.stringify(value);
  else if (Array.isArray(value) || value instanceof LazyList) yield* printEntries(value, levels - 1);
  else yield* printMembers(value as object, levels - 1);
}

async function* printMembers(value: object, levels: number): AsyncGenerator<string> {
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* printLong(member, levels);
    before = ',';
  }
  yield '}';
}

async function* printEntries(entries: Iterable<unknown>, levels: number): AsyncGenerator<string> {
  let piece = '[';
  let isFirst = true;
  for (const entry of entries) {
    if (!isFirst) piece += ',';
    isFirst = false;
    if (hasLongList(entry, levels)) {
      yield piece;
      piece = '';
      yield* printLong(entry, levels);
    } else {
      piece += JSON.stringify(entry) ?? 'null';
    }
    if (piece.length > PIECE) {
      yield piece;
      piece = '';
    }
    const rest = slice();
    if (rest) await rest;
  }
  yield `${piece}]`;
}
