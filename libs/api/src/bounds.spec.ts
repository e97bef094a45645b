import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { z } from 'zod';
import * as api from './index.ts';

type JsonSchema = { [key: string]: unknown };
type Found = { pointer: string; max: number };

/** The lists among the members of a body, at any depth that leads through objects only. */
const listsIn = (schema: JsonSchema, defs: JsonSchema, path = ''): Found[] => {
  const target = typeof schema['$ref'] === 'string' ? (defs[schema['$ref'].split('/').at(-1)!] as JsonSchema) : schema;
  const options = (target['anyOf'] as JsonSchema[] | undefined) ?? [];
  const own = target['type'] === 'array' ? [{ pointer: path, max: Number(target['maxItems']) }] : [];
  const members = Object.entries((target['properties'] as JsonSchema | undefined) ?? {});
  return [
    ...own,
    ...options.flatMap((option) => listsIn(option, defs, path)),
    ...members.flatMap(([name, part]) => listsIn(part as JsonSchema, defs, `${path}/${name}`)),
  ];
};

const nested = (pointer: string, value: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

const longLists = api.routes.flatMap(({ operationId, ...route }) => {
  const { body } = route as api.RouteContract;
  if (!body) return [];
  const json = z.toJSONSchema(body, { io: 'input' }) as JsonSchema;
  const lists = listsIn(json, (json['$defs'] ?? {}) as JsonSchema);
  return lists.map((list) => ({ ...list, operationId, schema: body }));
});

describe('a list that is too long is refused before its entries are looked at', () => {
  test('in all bodies that have lists', () => expect(longLists.length).toBeGreaterThan(20));

  test.each(longLists)('$pointer of $operationId', ({ schema, pointer, max }) => {
    const parsed = schema.safeParse(nested(pointer, Array(max + 1).fill(0)));
    const pointers = parsed.error ? api.toFaults(parsed.error).map((fault) => fault.pointer) : [];
    expect(pointers.filter((found) => found.startsWith(`${pointer}/`))).toEqual([]);
    if (pointers.every((found) => found !== '')) expect(pointers).toContain(pointer);
  });
});

describe('faults', () => {
  const body = { coverageElections: Array.from({ length: 500 }, () => ({ endorsementSelections: Array(30).fill(0) })) };

  test('are listed up to a hundred, and the last one counts the rest', () => {
    const faults = api.toFaults(api.UpdatePolicyBody.safeParse(body).error!);
    expect(faults).toHaveLength(100);
    expect(faults.at(-1)).toEqual({ pointer: '', detail: expect.stringMatching(/^has \d{5} more faults$/) });
  });

  test('have pointers and words of bounded length that can be stored', () => {
    const schema = z.record(z.string(), z.number());
    const [fault] = api.toFaults(schema.safeParse({ [`\ud800\0${'x'.repeat(10_000)}`]: 'x' }).error!);
    expect(fault!.pointer).toHaveLength(200);
    expect(fault!.pointer.isWellFormed()).toBe(true);
    expect(fault!.pointer).not.toContain('\0');
  });
});

describe('JSON exceeds the limits', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const objects = (levels: number): unknown => (levels === 0 ? 1 : { a: objects(levels - 1) });
  const bytes = (json: unknown): Uint8Array => Buffer.from(JSON.stringify(json));

  test.each([
    ['33 levels', deep(33), 'is nested deeper than 32 levels'],
    ['20,000 entries', Array(20_000).fill(0), 'has more than 20000 values'],
    ['33 objects in one another', objects(33), 'is nested deeper than 32 levels'],
    ['20,000 members', Object.fromEntries(Array(20_000).fill(0).entries()), 'has more than 20000 values'],
  ])('with %s', (_title, json, excess) => expect(api.findExcess(bytes(json))).toBe(excess));

  test.each([
    ['32 levels', deep(32)],
    ['19,999 entries', Array(19_999).fill(0)],
    ['19,999 members', Object.fromEntries(Array(19_999).fill(0).entries())],
    ['19,999 empty lists', Array.from({ length: 19_999 }, () => [])],
    ['text that looks like values', ['[{,\\",'.repeat(20_000), '\\', '"']],
  ])('but not with %s', (_title, json) => expect(api.findExcess(bytes(json))).toBeUndefined());

  test('whatever it is, when it has more values than there may be', () => {
    const countValues = (json: unknown): number =>
      typeof json === 'object' && json !== null
        ? Object.values(json).reduce<number>((sum, value) => sum + countValues(value), 1)
        : 1;
    const values = fc.array(fc.jsonValue({ maxDepth: 5, depthSize: 'max' }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(values, fc.constantFrom(0, 2), (json, indentation) => {
        const rest = 20_000 - countValues(json) - 1;
        fc.pre(rest >= 2);
        const filled = (more: number) =>
          Buffer.from(JSON.stringify([json, Array(rest - 1 + more).fill(0)], null, indentation));
        expect([api.findExcess(filled(0)), api.findExcess(filled(1))]).toEqual([
          undefined,
          'has more than 20000 values',
        ]);
      }),
    );
  });
});
