import type { EventDefinition } from '@staycover/events';
import { z } from 'zod';

type JsonSchema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  $defs?: Record<string, JsonSchema>;
};

/** The members of an event's data: the JSON types of each by its path, and `absent` where it may be left out. */
export type Members = Readonly<Record<string, readonly string[]>>;

/** The members that a reader of the event accepts. */
export const listMembers = ({ data }: EventDefinition): Members => {
  const schema = z.toJSONSchema(data, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const found = new Map<string, Set<string>>();

  const add = (path: string, type: string) => found.getOrInsertComputed(path, () => new Set()).add(type);

  const visit = (given: JsonSchema, path: string): void => {
    const node = given.$ref ? { ...resolve(schema, given.$ref) } : given;
    for (const type of listTypes(node)) add(path, type);
    for (const option of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) visit(option, path);
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      visit(member, `${path}/${name}`);
      if (!node.required?.includes(name)) add(`${path}/${name}`, 'absent');
    }
    if (node.items) visit(node.items, `${path}/[]`);
    if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, `${path}/*`);
  };

  visit(schema, '');
  const sorted = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([path, types]) => [path, [...types].toSorted()]));
};

const resolve = ({ $defs = {} }: JsonSchema, ref: string): JsonSchema => $defs[ref.replace('#/$defs/', '')]!;

const listTypes = ({ type, enum: values, const: value }: JsonSchema): string[] => {
  if (value !== undefined) return [JSON.stringify(value)];
  if (values) return values.map((each) => JSON.stringify(each));
  return type === undefined ? [] : [type].flat();
};
