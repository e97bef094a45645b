import type { RouteContract } from '@staycover/api';
import type { JsonSchema } from '@staycover/documents';
import fc from 'fast-check';
import { findOperation, schemas, validBody } from './bodies.ts';
import { fromSchema, mutated } from './from-schema.ts';

export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

const junk = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', '0', '-1', '%00', '..', '%', "'", '\u0000', 'x'.repeat(300)),
);

const headerText = fc.stringMatching(/^[ -~]{0,40}$/);

/** Requests of a route, right and wrong; `known` are ids that may lead somewhere. */
export const arbitraryRequests = (route: RouteContract, known: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> => {
  const { parameters, requestBody } = findOperation(route);
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([place]) => place);
  const segments = fc.tuple(
    ...inPath.map(() => fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: junk })),
  );
  const arbitraryValue = (schema: JsonSchema) => fc.oneof(fromSchema(schema, schemas).map(String), known, junk);
  const named = (place: string, value: (schema: JsonSchema) => fc.Arbitrary<string>) =>
    fc.record(Object.fromEntries(parameters.filter((p) => p.in === place).map((p) => [p.name, value(p.schema)])), {
      requiredKeys: [],
    });
  const body = requestBody
    ? fc.oneof(validBody(route), mutated(validBody(route))).map((value) => JSON.stringify(value))
    : fc.constant('');
  return fc
    .record({ segments, query: named('query', arbitraryValue), headers: named('header', () => headerText), body })
    .map(({ segments: values, query, headers, body: text }) => {
      const path = inPath.reduce(
        (whole, place, i) => whole.replace(place, () => encodeURIComponent(values[i]!.toWellFormed())),
        route.path,
      );
      const search = new URLSearchParams(query as Record<string, string>).toString();
      return {
        method: route.method.toUpperCase(),
        path: search ? `${path}?${search}` : path,
        headers: { ...(headers as Record<string, string>), ...(text ? { 'content-type': 'application/json' } : {}) },
        ...(text ? { body: text } : {}),
      };
    });
};
