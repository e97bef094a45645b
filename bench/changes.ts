import { policyGet } from '@staycover/events';
import { businessDate, newId, systemClock } from '@staycover/kernel';
import { callRpc } from '@staycover/messaging';
import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from '../services/policy/src/compose.ts';
import setUp from '../tools/src/testing/global-setup.ts';
import tearDown from '../tools/src/testing/global-teardown.ts';
import { median } from './side-by-side/measure.ts';

type Figures = { properties: number; changes: number } & Record<string, number>;

const REQUESTS = 9;
const PAST_CHANGES = [2, 1_000];
const DAYS_SINCE = 30;
const ALL = { electionId: 'all', scopeType: 'ORGANIZATION', action: 'INCLUDE' };

/**
 * Milliseconds (the median) of a PUT and a GET of a policy, of what billing asks for since a day 30 days ago, and of a PUT of
 * elections since that day, by its past changes and its properties. All changes but those of the bench lie before that day.
 */
export const changes = async (args: string[]): Promise<Figures[]> => {
  const sizes = args.length > 0 ? args.map(Number) : [3, 10_000];
  await setUp();
  process.env['JEST_WORKER_ID'] ??= '1';
  const service = await startTestService(manifest, compose);
  try {
    const figures: Figures[] = [];
    for (const properties of sizes) figures.push(...(await measure(service, properties)));
    console.table(figures);
    return figures;
  } finally {
    await service.stop();
    await tearDown();
  }
};

type Answer = ReturnType<TestService['http']['get']>;
type Send = (path: string, n: number) => Answer;

/** Policies that differ by their past changes alone take turns, so that the same load is on all. */
const measure = async (t: TestService, properties: number): Promise<Figures[]> => {
  const policies: { path: string; figures: Figures }[] = [];
  for (const count of PAST_CHANGES) {
    const id = await seed(t, { properties, changes: count });
    policies.push({ path: `/api/policy/${id}`, figures: { properties, changes: count } });
  }
  const day = businessDate(systemClock()).add({ days: 30 }).toString();
  const timed = async (name: string, send: Send, before?: Send) => {
    const taken = policies.map((): number[] => []);
    for (let n = 0; n < REQUESTS; n++)
      for (const [i, { path }] of policies.entries()) {
        await before?.(path, n);
        taken[i]!.push(await time(() => send(path, n)));
      }
    for (const [i, { figures }] of policies.entries()) figures[name] = Math.round(median(taken[i]!) * 10) / 10;
  };
  const get: Send = (path) => t.http.get(path);
  const put =
    (body: (n: number) => object): Send =>
    (path, n) =>
      t.http.put(path, body(n));
  const rename = put((n) => ({ name: `Renamed ${n}` }));
  await timed('putName', rename);
  await timed(
    'getChanged',
    get,
    put((n) => ({ name: `Renamed again ${n}` })),
  );
  await timed('getAgain', get);
  await timed(
    'putRate',
    put((n) => ({ ratePerNight: 5 + n / 100 })),
  );
  await timed(
    'putAhead',
    put((n) => ({ ratePerNight: 6 + n / 100, effectiveFrom: day })),
  );
  const openFrom = pastDay(DAYS_SINCE);
  await timed('snapshotPast', async (path) => {
    const request = { policyId: path.split('/').at(-1)!, organizationId: null, openFrom, sinceVersion: 4, limit: 3 };
    return { status: 200, headers: new Headers(), body: await callRpc(t.service.platform.nats, policyGet, request) };
  });
  const since = (n: number) => ({ ...ALL, electionId: 'since', effectiveFrom: pastDay(DAYS_SINCE - n) });
  await timed(
    'putElectionPast',
    put((n) => ({ coverageElections: [ALL, since(n)] })),
  );
  return policies.map(({ figures }) => figures);
};

const pastDay = (days: number): string => businessDate(systemClock()).subtract({ days }).toString();

const time = async (send: () => Answer): Promise<number> => {
  const started = performance.now();
  const { status, body } = await send();
  if (status === 200) return performance.now() - started;
  throw new Error(`A policy answered ${status}: ${JSON.stringify(body)}`);
};

type Size = { properties: number; changes: number };

/** An ACTIVE policy with as many properties and changes of its rate, all of them past. */
const seed = async (t: TestService, { properties, changes: count }: Size): Promise<string> => {
  const organizationId = newId();
  const today = businessDate(systemClock());
  const termStart = today.subtract({ days: 100 }).toString();
  const termEnd = today.add({ days: 264 }).toString();
  await t.sql(
    `insert into property (organization_id, property_id, stated_at, group_ids, known_from)
     select $1, 'property-' || n, now(), '[]', $2 from generate_series(1, $3::int) as n`,
    [organizationId, termStart, properties],
  );
  const body = {
    organizationId,
    termStart,
    termEnd,
    ratePerNight: 4,
    coverageElections: [{ ...ALL, effectiveFrom: termStart }],
  };
  const { id } = (await t.http.post('/api/policy', body)).body;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  await t.http.put(`/api/policy/${id}`, { ratePerNight: 4.25 });
  await t.sql(
    `insert into policy_change (policy_id, sequence, kind, effective_from, members, added_rates, policy_version,
       recorded_at, recorded_by)
     select $1, n, 'CHANGE', $2::date + n % 70, jsonb_build_object('ratePerNight', 40000 + n), '[]', 3, now(), 'bench'
     from generate_series(3, $3::int) as n`,
    [id, termStart, count],
  );
  await t.sql('update policy set change_count = greatest($2::int, change_count) where id = $1', [id, count]);
  return id;
};
