import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { personalMembers, routes } from '@staycover/api';
import { events } from '@staycover/events';

const MIN_LENGTH = 6;

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const valuesIn = (value: unknown, marked: ReadonlySet<string>): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) =>
        marked.has(name) ? stringsIn(member) : valuesIn(member, marked),
      );

/**
 * What the examples of bodies and events have in members that are marked as personal: specs send them all over the
 * platform. What a spec plants itself begins with PLANTED.
 */
const personalValues = (): string[] => {
  const examples = [...routes.map(({ body }) => body?.meta()?.['example']), ...events.map(({ example }) => example)];
  const values = examples.flatMap((example) => valuesIn(example, new Set(personalMembers())));
  return [
    'PLANTED',
    ...new Set(values.filter((value) => value.length >= MIN_LENGTH && !/^\d{4}-|^image\//.test(value))),
  ];
};

/**
 * Reads a log of services, and returns the lines with a personal value, at most ten.
 */
export const linesWithPersonalValues = async (file: string): Promise<string[]> => {
  const values = personalValues();
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (found.length < 10 && values.some((value) => line.includes(value))) found.push(line);
  }
  return found;
};
