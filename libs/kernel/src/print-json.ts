import { slice } from './slices.ts';

/** How many entries are printed without a look at the clock. */
const FEW = 100;
/** How deep long lists are looked for: a page of resources, a resource, a list of its own. */
const LEVELS = 3;

/**
 * What `JSON.stringify` prints of plain data: at once where all lists are short, else in slices between which other work
 * has its turn.
 */
export const printJson = (value: unknown): string | Promise<string> =>
  hasLongList(value, LEVELS) ? printLong(value, LEVELS) : JSON.stringify(value);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const hasLongList = (value: unknown, levels: number): boolean => {
  if (!isObject(value) || levels === 0) return false;
  if (Array.isArray(value)) return value.length > FEW || value.some((entry) => hasLongList(entry, levels - 1));
  return Object.values(value).some((member) => hasLongList(member, levels - 1));
};

const printLong = async (value: unknown, levels: number): Promise<string> => {
  const rest = slice();
  if (rest) await rest;
  if (!hasLongList(value, levels)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(await printEntries(value, levels - 1)).join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value as object)) {
    const text = await printLong(member, levels - 1);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join(',')}}`;
};

const printEntries = async (entries: readonly unknown[], levels: number): Promise<string[]> => {
  const printed: string[] = [];
  for (const entry of entries) {
    const text = hasLongList(entry, levels) ? await printLong(entry, levels) : JSON.stringify(entry);
    printed.push(text ?? 'null');
    const rest = slice();
    if (rest) await rest;
  }
  return printed;
};
