import { isDeepStrictEqual } from 'node:util';
import { type RouteContract, rolesForEntry, routes, schemaExample } from '@staycover/api';
import { type EventDefinition, inboundEvents } from '@staycover/events';
import { type Answer, eventually } from '@staycover/testing';
import { isTaken } from '../faults/oracle.ts';
import { manifests } from '../manifests.ts';
import type { Target } from './target.ts';
import { type Trial, trial } from './trial.ts';

/** Tables without data of organizations, and those that only record what the caller does. */
const INTERNAL = [
  'schedule',
  'schedule_run',
  'batch_run',
  'batch_item',
  'rate_limit',
  'renewal_run',
  'lease',
  'handler_start',
  'migration_history',
  'inbox',
  'assessment',
  'received_deal',
];

/** A fingerprint of every row with an organization, by table, in all services; rejected events leave dead letters, which are audited. */
export const fingerprint = async ({ sql }: Target): Promise<Map<string, string>> => {
  // Followers copy the data of other services, a moment later.
  const schemas = manifests.filter(({ follows }) => follows === undefined).map(({ name }) => name);
  const tables = await sql<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = any($1) and table_type = 'BASE TABLE' and table_name <> all ($2) order by 1`,
    [schemas, INTERNAL],
  );
  const prints = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql<{ print: string }>(
      `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} t
       where to_jsonb(t) ->> 'resource' is distinct from 'dead-letter'`,
    );
    prints.set(name, row!.print);
  }
  return prints;
};

export const changed = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].flatMap(([table, print]) => (before.get(table) === print ? [] : [table]));

/** These take what their callers know, or nothing at all: attacks of their own try them. */
const OPEN = new Set(['assessFollowup', 'receiveDeal', 'enrollProperties']);

/**
 * A run is for the caller's own organizations, which have no policies; one of a day to come is for ops alone. Everybody may
 * learn who they are.
 */
const isOwn = ({ operationId }: RouteContract, { status, body }: Answer): boolean =>
  (operationId === 'processRenewals' && (status === 403 || body.due === 0)) ||
  (operationId === 'getMe' && isDeepStrictEqual(body.organizations, ['globex']));

/** The documented example, for acme. */
export const bodyFor = ({ body }: RouteContract): unknown =>
  body && { ...(schemaExample(body) as object), organizationId: 'acme' };

/** Every route with every id of acme in each of its parameters, and its filters by what acme has. */
const walk = (ids: Record<string, string>): { route: RouteContract; path: string; body: unknown }[] =>
  routes
    .filter(({ operationId }) => !OPEN.has(operationId))
    .flatMap((route) => {
      const values = [...Object.values(ids), 'acme', 'stripe'];
      const paths = /\{\w+\}/.test(route.path)
        ? values.map((id) =>
            route.path
              .replace('{index}', '1')
              .replace('{service}', 'claims')
              .replace('{stateCode}', 'FL')
              .replace('{category}', 'INSURANCE_PREMIUM')
              .replaceAll(/\{\w+\}/g, id),
          )
        : [route.path];
      const filters = Object.keys(route.query?.shape ?? {}).filter((name) => name.endsWith('Id'));
      const searches = filters.length > 0 ? filters.flatMap((name) => values.map((id) => `?${name}=${id}`)) : [''];
      return paths.flatMap((path) => searches.map((search) => ({ route, path: path + search, body: bodyFor(route) })));
    });

const isNothing = ({ status, body }: Answer): boolean =>
  status === 404 || status === 400 || (status === 200 && Array.isArray(body) && body.length === 0);

/** Another organization, a reader and strangers try every route with acme's ids. */
export const foreignIds = async (target: Target): Promise<Trial[]> => {
  const { call, ids } = target;
  const foreign = trial('21 foreign ids', "every route with another organization's token");
  const reading = trial('21 foreign ids', 'every writing route with a token that may only read');
  const unknown = trial('21 foreign ids', 'every route without credentials');
  const open = trial('21 foreign ids', 'routes that ask for no credentials, with a foreign, a broken or no token');
  await target.quiet();
  const before = await fingerprint(target);
  for (const { route, path, body } of walk(ids)) {
    const method = route.method.toUpperCase();
    const input = `${method} ${path}`;
    const answer = await call('globex', method, path, body);
    if (route.role === 'none') {
      await noteOpen(open, input, answer, (who) => call(who, method, path, body));
      continue;
    }
    // Routes without an organization require another role of every caller.
    const isForbidden = route.role === 'ops' && answer.status === 403;
    foreign.note(input, answer.status, isOwn(route, answer) || isNothing(answer) || isForbidden);
    if (!rolesForEntry(route).includes('read'))
      reading.note(input, ...(await refused(call('reader', method, path, body), 403)));
    unknown.note(input, ...(await refused(call('anonymous', method, path, body), 401)));
  }
  await target.quiet();
  foreign.note('rows that changed', 'none', true);
  for (const table of changed(before, await fingerprint(target))) foreign.note(`rows of ${table}`, 'changed', false);
  return [foreign, reading, unknown, open];
};

/** Without credentials, or with broken ones, the response equals that for a foreign organization, or requires credentials. */
const noteOpen = async (
  open: Trial,
  input: string,
  foreign: Answer,
  call: (who: 'broken' | 'anonymous') => Promise<Answer>,
): Promise<void> => {
  open.note(input, foreign.status, foreign.status === 404 || foreign.status === 401);
  for (const who of ['broken', 'anonymous'] as const) {
    const answer = await call(who);
    open.note(
      `${input} as ${who}`,
      answer.status,
      answer.status === 401 || isDeepStrictEqual(answer.body, foreign.body),
    );
  }
};

const refused = async (call: Promise<{ status: number }>, expected: number): Promise<[number, boolean]> => {
  const { status } = await call;
  return [status, status === expected];
};

/** Another system publishes about acme in the name of globex, and under subjects that do not match the data. */
export const forgedEvents = async (target: Target): Promise<Trial[]> => {
  const { ids, tell, sql } = target;
  const forged = trial('21 forged events', 'events with a subject that names another organization than their data');
  const about = trial('21 forged events', "globex's events about what acme has");
  await target.quiet();
  const before = await fingerprint(target);
  const examples = Object.values(inboundEvents) as EventDefinition[];
  const dataFor = (event: EventDefinition, organizationId: string): object => ({
    ...(event.example.data as object),
    organizationId,
    ...('policyId' in (event.example.data as object) && { policyId: ids['policy'] }),
    ...('claimId' in (event.example.data as object) && { claimId: ids['claim'] }),
  });
  for (const event of examples) {
    for (const [organization, subject] of [
      ['acme', 'globex'],
      ['globex', 'acme'],
    ] as const) {
      const id = await tell(event, dataFor(event, organization), subject);
      const reason = await eventually(`${event.name} is given up`, () => findReason(sql, id), 20_000);
      forged.note(`${event.name} of ${organization} on ${subject}`, 'dead letter', reason !== undefined);
    }
  }
  for (const table of changed(before, await fingerprint(target))) {
    if (!/\.(dead_letter|outbox)$/.test(table)) forged.note(`rows of ${table}`, 'changed', false);
  }
  await tellAbout(target, examples, dataFor, about);
  return [forged, about];
};

const findReason = async (sql: Target['sql'], id: string): Promise<string | undefined> => {
  const letters = manifests.map(({ name }) => `select reason from ${name}.dead_letter where event_key like '%' || $1`);
  return (await sql<{ reason: string }>(letters.join(' union all '), [id]))[0]?.reason;
};

const ACMES = `select md5(string_agg(t::text, '|' order by t::text)) as print from (
  select p::text from policy.policy p where organization_id = 'acme' union all
  select e::text from policy.enrollment e join policy.policy p on p.id = e.policy_id where p.organization_id = 'acme' union all
  select e::text from policy.coverage_election e where organization_id = 'acme' union all
  select s::text from billing.stay_order s where organization_id = 'acme' union all
  select i::text from billing.invoice i where organization_id = 'acme' union all
  select c::text from claims.claim c where organization_id = 'acme' union all
  select r::text from claims.reservation r where organization_id = 'acme' union all
  select c::text from contract.contract c where organization_id = 'acme') as t (t)`;

const tellAbout = async (
  { tell, sql, quiet }: Target,
  examples: readonly EventDefinition[],
  dataFor: (event: EventDefinition, organizationId: string) => object,
  about: Trial,
): Promise<void> => {
  const [before] = await sql<{ print: string }>(ACMES);
  for (const event of examples) {
    const id = await tell(event, dataFor(event, 'globex'));
    const isDone = async () => (await findReason(sql, id)) !== undefined || (await isTaken(sql, id));
    await eventually(`${event.name} is settled`, isDone, 20_000);
    await quiet();
    const [after] = await sql<{ print: string }>(ACMES);
    about.note(event.name, 'nothing of acme changed', after!.print === before!.print);
  }
};
