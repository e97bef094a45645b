import { type RouteContract, routes } from '@staycover/api';
import type { Scale } from '../faults/fault.ts';
import { bodyFor } from './foreign-organizations.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

const IN_QUERIES = [
  '9999-12-31',
  '0000-01-01',
  '9999-12',
  '0000-01',
  '-271821-04-20',
  '2147483648',
  '1e9',
  'NaN',
  '%00',
];
const NUMBERS = [1e308, -1e308, 2 ** 53 + 1, 1e-320, 0.1 + 0.2, 2 ** 31, 2 ** 60];
const DATES = [
  '9999-12-31',
  '0000-01-01',
  '-271821-04-20',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-23:59',
  '2026-11-20T09:30:00.1234567890Z',
  '9999-12',
  '0000-01',
];
const TEXTS = ['\u0000', '\ud800', '\u202e', 'x'.repeat(70_000)];

/** Its signature comes before its body; an attack of its own tries both. */
const SIGNED = 'receiveDeal';

/**
 * Every member of every query and body with the most that could stand there: refused, or taken, and never 5xx. In brief
 * each has two of the values, and all values come up.
 */
export const extremes = async (target: Target, scale: Scale): Promise<Trial[]> => {
  const chosen = <T>(values: readonly T[], turn: number): readonly T[] =>
    scale(
      values,
      [turn, turn + 1].map((place) => values[place % values.length]!),
    );
  const queries = trial('27 extremes', 'every member of every query at and beyond its ends');
  const bodies = trial('27 extremes', 'every member of every body at and beyond its ends');
  const ids = { ...target.ids, ...(await ownTo(target)) };
  for (const route of routes.filter(({ operationId }) => operationId !== SIGNED)) {
    const path = fillPath(route, ids);
    const send = async (tried: Trial, input: string, search: string, body?: unknown): Promise<void> => {
      const { status } = await target.call('acme', route.method.toUpperCase(), path + search, body);
      tried.note(`${route.method} ${path}${search} ${input}`, status, status < 500);
    };
    for (const search of listSearches(route, chosen)) await send(queries, '', search, bodyFor(route));
    for (const [member, body] of listBodies(route, chosen)) await send(bodies, member, withBody(route), body);
  }
  await target.quiet();
  return [queries, bodies];
};

/** A policy and an invoice that nothing else is tried on. */
const ownTo = async ({ call, quiet }: Target): Promise<Record<'policy' | 'invoice', string>> => {
  const body = { organizationId: 'acme', ratePerNight: 4, enrolledProperties: [{ propertyId: 'p-2', state: 'FL' }] };
  const { body: policy } = await call('acme', 'POST', '/api/policy', body);
  await call('acme', 'PATCH', `/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
  const { body: invoice } = await call('acme', 'POST', `/api/invoice/generate/${policy.id}`);
  await quiet();
  return { policy: policy.id, invoice: invoice.id };
};

const fillPath = ({ path }: RouteContract, ids: Target['ids']): string => {
  const id = ids[path.split('/')[2]!] ?? ids['policy']!;
  return path
    .replace('{organizationId}', 'acme')
    .replace('{policyId}', ids['policy']!)
    .replaceAll(/\{\w+\}/g, id);
};

/** Those values of a member that are tried, by its place among the members. */
type Chosen = <T>(values: readonly T[], turn: number) => readonly T[];

const listSearches = ({ query }: RouteContract, chosen: Chosen): string[] => {
  const names = Object.keys(query?.shape ?? {});
  const others = (name: string): string =>
    names
      .flatMap((other) => (other === name ? [] : (NEEDED[other]?.map((value) => `&${other}=${value}`) ?? [])))
      .join('');
  return names.flatMap((name, i) => chosen(IN_QUERIES, i).map((value) => `?${name}=${value}${others(name)}`));
};

/** What a query has to name before anything else of it is looked at. */
const NEEDED: Record<string, [string]> = { organizationId: ['acme'], month: ['2026-11'] };

/** A body is looked at with this in the query only. */
const withBody = ({ bodyWith }: RouteContract): string => (bodyWith ? `?${bodyWith.parameter}=${bodyWith.value}` : '');

const listBodies = (route: RouteContract, chosen: Chosen): [string, unknown][] => {
  const example = bodyFor(route);
  return placesIn(example).flatMap(([place, value], i) =>
    chosen(instead(value), i).map((other): [string, unknown] => [
      `${place.join('/')} ${String(other).slice(0, 40)}`,
      withMember(example, place, other),
    ]),
  );
};

const instead = (value: unknown): readonly unknown[] => {
  if (typeof value === 'number') return NUMBERS;
  return /^\d{4}-\d\d/.test(String(value)) ? DATES : TEXTS;
};

/** The paths of texts and numbers in a body. */
const placesIn = (value: unknown, place: string[] = []): [string[], unknown][] => {
  if (typeof value === 'string' || typeof value === 'number') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => placesIn(member, [...place, name]));
};

const withMember = (value: unknown, [name, ...rest]: string[], member: unknown): unknown => {
  if (name === undefined) return member;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[name] = withMember(copy[name], rest, member);
  return copy;
};
