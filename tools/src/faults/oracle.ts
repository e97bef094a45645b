import { durableName } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import { consumers, manifests } from '../manifests.ts';
import type { Life } from './accepted.ts';
import type { Load } from './load.ts';
import type { Rows, Stage } from './stage.ts';

export type Verdict = {
  /** Accepted commands without their effect, here or at a subscriber. */
  lost: string[];
  /** Effects that are there twice. */
  doubled: string[];
  /** What else is not as it should be: dead letters, gaps between versions, a ledger that does not add up. */
  wrong: string[];
};

/** Waits until every event is published and processed, and every run done. */
export const settle = async (
  { sql, inboundUnderWay }: Pick<Stage, 'sql' | 'inboundUnderWay'>,
  withinMs = 90_000,
): Promise<void> => {
  let underWay: Record<string, number> = {};
  const isQuiet = async () => {
    underWay = { ...(await inboundUnderWay()), runs: await runsUnderWay(sql), ...(await eventsByPlace(sql)) };
    return Object.values(underWay).every((count) => count === 0);
  };
  await eventually('nothing is under way', isQuiet, withinMs).catch((error: Error) => {
    const left = Object.entries(underWay).filter(([, count]) => count > 0);
    throw new Error(`${error.message}: ${left.map(([place, count]) => `${count} in ${place}`).join(', ')}`);
  });
};

/** Waits the same for what a load began. What was on its way during its last run is renewed by one more. */
export const settleLoad = async (stage: Parameters<typeof settle>[0], load: Pick<Load, 'renew'>): Promise<void> => {
  await settle(stage);
  await load.renew();
  await settle(stage);
};

/**
 * Asks the database, when nothing is under way any more, whether each accepted command had exactly one effect: compares
 * what was accepted with what is there.
 */
export const judge = async (sql: Rows, lives: readonly Life[]): Promise<Verdict> => {
  const verdict: Verdict = { lost: [], doubled: [], wrong: [] };
  await judgeLives(sql, lives, verdict);
  await judgeLedger(sql, verdict);
  await judgeCounts(sql, verdict);
  for (const { name } of manifests) await judgeSchema(sql, name, verdict);
  return verdict;
};

const runsUnderWay = async (sql: Rows): Promise<number> =>
  (await sql(`select 1 from renewal.renewal_run where status = 'RUNNING'`)).length;

/** Whether a subscriber has taken the event with this id, for good. */
export const isTaken = async (rows: Rows, eventId: string): Promise<boolean> => {
  const inboxes = manifests.map(({ name }) => `select 1 from ${name}.inbox where event_key like '%' || $1`);
  return (await rows(inboxes.join(' union all '), [eventId])).length > 0;
};

/** How many events are not published yet, or neither processed nor given up by a subscriber. */
export const eventsUnderWay = async (rows: Rows): Promise<number> =>
  Object.values(await eventsByPlace(rows)).reduce((sum, count) => sum + count, 0);

/** The same for each outbox and each subscriber. */
const eventsByPlace = async (rows: Rows): Promise<Record<string, number>> => {
  const unpublished = manifests.map(
    ({ name }) =>
      `select 'the outbox of ${name}' place, count(*)::int n from ${name}.outbox where published_at is null`,
  );
  const unprocessed = consumers
    .filter(({ event }) => event.service !== 'inbound')
    .map(({ service, event }) => {
      const durable = durableName(service, event);
      return `select '${durable}', count(*)::int from ${event.service}.outbox o where o.subject like '${event.subjectPrefix}.%'
        and not exists (select 1 from ${service}.inbox i where i.consumer = '${durable}' and i.event_key = o.event_id::text)
        and not exists (select 1 from ${service}.dead_letter d where d.consumer = '${durable}' and d.event_key = o.event_id::text)`;
    });
  const counts = await rows<{ place: string; n: number }>([...unpublished, ...unprocessed].join(' union all '));
  return Object.fromEntries(counts.map(({ place, n }) => [place, n]));
};

type Found = {
  crm_deal_id: string;
  contract_id: string;
  contracts: number;
  policies: number;
  renewals: number;
  renewal_count: number;
  policy_status: string;
  rate: string;
  enrolled: string[];
  invoices: string[];
  fees: string[];
  invoice_status: string | null;
  split: string | null;
  billed: string | null;
};

/** Everything that is there of each deal. Rates are kept in ten-thousandths. */
const FOUND = `
  select c.crm_deal_id, min(c.id::text) as contract_id, count(distinct c.id)::int as contracts, count(distinct p.id)::int as policies,
    min(p.renewal_count)::int as renewal_count, min(p.status) as policy_status, min(p.rate_per_night)::text as rate,
    (select count(*)::int from renewal.renewal r where r.policy_id = any (array_agg(p.id)) and r.status = 'COMPLETED') as renewals,
    (select coalesce(array_agg(property_id), '{}') from policy.enrollment e where e.policy_id = any (array_agg(p.id))) as enrolled,
    (select coalesce(array_agg(i.id::text), '{}') from billing.invoice i where i.organization_policy_id = any (array_agg(p.id))) as invoices,
    (select coalesce(array_agg(l.description), '{}') from billing.invoice_line l join billing.invoice i on i.id = l.invoice_id
      where l.manual and i.organization_policy_id = any (array_agg(p.id))) as fees,
    (select min(i.status) from billing.invoice i where i.organization_policy_id = any (array_agg(p.id))) as invoice_status,
    (select sum(l.amount)::text from billing.invoice_line l join billing.invoice i on i.id = l.invoice_id
      where not l.manual and i.organization_policy_id = any (array_agg(p.id))) as billed,
    (select abs(sum(t.amount))::text from claims.posting t where t.account = 'COLLECTED_PREMIUM' and t.policy_id = any (array_agg(p.id))) as split
  from contract.contract c left join policy.policy p on p.contract_id = c.id::text
  where c.crm_deal_id = any ($1) group by 1`;

const judgeLives = async (sql: Rows, lives: readonly Life[], verdict: Verdict): Promise<void> => {
  const accepted = lives.filter(({ contractId }) => contractId !== undefined);
  const found = new Map(
    (await sql<Found>(FOUND, [accepted.map(({ crmDealId }) => crmDealId)])).map((row) => [row.crm_deal_id, row]),
  );
  for (const life of accepted) {
    const row = found.get(life.crmDealId);
    const what = `deal ${life.crmDealId}`;
    if (!row || row.contract_id !== life.contractId || row.policies === 0) verdict.lost.push(what);
    else judgeLife(life, row, verdict);
  }
};

/** Each of what was accepted is there once, and of nothing is there more. */
const judgeLife = (
  { crmDealId, elected, rate, invoiceId, fees, paid }: Life,
  row: Found,
  { lost, doubled, wrong }: Verdict,
): void => {
  if (row.contracts > 1 || row.policies > 1) doubled.push(`deal ${crmDealId}`);
  const each = (what: string, expected: readonly string[], there: readonly string[]): void => {
    for (const one of expected) if (!there.includes(one)) lost.push(`${what} ${one}`);
    for (const one of new Set(there))
      if (there.filter((other) => other === one).length > 1) doubled.push(`${what} ${one}`);
  };
  each('election', elected, row.enrolled);
  each('fee', fees, row.fees);
  each('invoice', invoiceId ? [invoiceId] : [], row.invoices);
  if (row.invoices.length > 1) doubled.push(`invoice of ${crmDealId}`);
  if (rate !== undefined && Number(row.rate) !== Math.round(rate * 10_000)) lost.push(`rate ${rate} of ${crmDealId}`);
  if (paid && row.invoice_status !== 'PAID') lost.push(`payment of ${crmDealId}`);
  if (paid && row.split !== row.billed) wrong.push(`${crmDealId}: ${row.billed} billed and paid, ${row.split} split`);
  if (row.renewals > 1 || row.renewal_count > 1) doubled.push(`renewal of ${crmDealId}`);
  if (row.renewals !== row.renewal_count)
    wrong.push(`${crmDealId}: ${row.renewals} renewals, ${row.renewal_count} terms begun`);
  if (paid && row.renewals === 0) lost.push(`renewal of ${crmDealId}`);
};

const judgeLedger = async (sql: Rows, { wrong }: Verdict): Promise<void> => {
  const rows = await sql<{ source_event_id: string }>(
    'select source_event_id from claims.posting group by 1 having sum(amount) <> 0',
  );
  wrong.push(...rows.map(({ source_event_id }) => `postings of ${source_event_id} do not sum to zero`));
};

const COUNTED = {
  'contract.contract': 'status',
  'policy.policy': 'status',
  'billing.invoice': 'status',
  'renewal.renewal': 'status',
  'claims.claim': 'status',
  'claims.posting': 'account',
};

const judgeCounts = async (sql: Rows, { wrong }: Verdict): Promise<void> => {
  for (const [table, by] of Object.entries(COUNTED)) {
    const rows = await sql<{ key: string; kept: string; scanned: string }>(
      `select key, kept, scanned from (select ${by} as key, sum(counted) as kept from ${table}_count group by 1) k
       full join (select ${by} as key, count(*) as scanned from ${table} group by 1) s using (key)
       where coalesce(kept, 0) <> coalesce(scanned, 0)`,
    );
    wrong.push(...rows.map(({ key, kept, scanned }) => `${table} ${key}: ${kept} counted, ${scanned} there`));
  }
};

const judgeSchema = async (sql: Rows, schema: string, { wrong }: Verdict): Promise<void> => {
  const letters = await sql<{ consumer: string; reason: string }>(
    `select consumer, reason from ${schema}.dead_letter where resolved_at is null`,
  );
  wrong.push(...letters.map(({ consumer, reason }) => `dead letter of ${consumer}: ${reason}`));
  const gaps = await sql<{ aggregate_id: string }>(
    `select aggregate_id from ${schema}.outbox where subject not like '%.event-rejected.%'
     group by 1 having max(aggregate_version) - min(aggregate_version) + 1 <> count(distinct aggregate_version)`,
  );
  wrong.push(...gaps.map(({ aggregate_id }) => `versions of ${schema} ${aggregate_id} have a gap`));
};
