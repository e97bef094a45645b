import { durableName } from '@staycover/messaging';
import { eventually } from '@staycover/testing';
import pg from 'pg';
import { consumers, manifests } from '../manifests.ts';

export type Verdict = {
  accepted: number;
  /** Accepted commands without their effect, here or at a subscriber. */
  lost: string[];
  /** Effects that are there twice. */
  doubled: string[];
  /** What else is not as it should be: dead letters, gaps between versions. */
  wrong: string[];
};

/** A deal that was answered with 2xx. */
export type AcceptedDeal = { crmDealId: string; contractId: string };

/**
 * Asks the database whether each accepted command had exactly one effect: waits until nothing is under way any more,
 * then compares the outboxes with the inboxes of all subscribers, and the deals with contracts and policies.
 */
export const judge = async (databaseUrl: string, deals: readonly AcceptedDeal[], quiesceMs = 60_000): Promise<Verdict> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const rows = async <Row>(sql: string, params: unknown[] = []): Promise<Row[]> => (await client.query(sql, params)).rows as Row[];
  try {
    await eventually('every event is published and processed', async () => (await eventsUnderWay(rows)) === 0, quiesceMs);
    const verdict: Verdict = { accepted: deals.length, lost: [], doubled: [], wrong: [] };
    await judgeDeals(rows, deals, verdict);
    for (const { name } of manifests) await judgeSchema(rows, name, verdict);
    return verdict;
  } finally {
    await client.end();
  }
};

type Rows = <Row>(sql: string, params?: unknown[]) => Promise<Row[]>;

/** How many events are not published yet, or neither processed nor given up by a subscriber. */
export const eventsUnderWay = async (rows: Rows): Promise<number> => {
  const unpublished = manifests.map(({ name }) => `select count(*) n from ${name}.outbox where published_at is null`);
  const unprocessed = consumers
    .filter(({ event }) => event.service !== 'inbound')
    .map(({ service, event }) => {
      const durable = durableName(service, event);
      return `select count(*) n from ${event.service}.outbox o where o.subject like '${event.subjectPrefix}.%'
        and not exists (select 1 from ${service}.inbox i where i.consumer = '${durable}' and i.event_key = o.event_id::text)
        and not exists (select 1 from ${service}.dead_letter d where d.consumer = '${durable}' and d.event_key = o.event_id::text)`;
    });
  const [row] = await rows<{ n: string }>(`select sum(n) n from (${[...unpublished, ...unprocessed].join(' union all ')}) as counts`);
  return Number(row!.n);
};

const judgeDeals = async (rows: Rows, deals: readonly AcceptedDeal[], verdict: Verdict): Promise<void> => {
  const made = await rows<{ crm_deal_id: string; id: string; contracts: number; policies: number }>(
    `select c.crm_deal_id, min(c.id::text) as id, count(*)::int as contracts,
       (select count(*)::int from policy.policy p where p.contract_id = min(c.id::text)) as policies
     from contract.contract c where c.crm_deal_id = any($1) group by 1`,
    [deals.map(({ crmDealId }) => crmDealId)],
  );
  const byDeal = new Map(made.map((row) => [row.crm_deal_id, row]));
  for (const { crmDealId, contractId } of deals) {
    const row = byDeal.get(crmDealId);
    if (!row || row.id !== contractId || row.policies === 0) verdict.lost.push(crmDealId);
    else if (row.contracts > 1 || row.policies > 1) verdict.doubled.push(crmDealId);
  }
};

const judgeSchema = async (rows: Rows, schema: string, verdict: Verdict): Promise<void> => {
  const letters = await rows<{ consumer: string; reason: string }>(`select consumer, reason from ${schema}.dead_letter where resolved_at is null`);
  verdict.wrong.push(...letters.map(({ consumer, reason }) => `dead letter of ${consumer}: ${reason}`));
  const gaps = await rows<{ aggregate_id: string }>(
    `select aggregate_id from ${schema}.outbox where subject not like '%.event-rejected.%'
     group by 1 having max(aggregate_version) - min(aggregate_version) + 1 <> count(distinct aggregate_version)`,
  );
  verdict.wrong.push(...gaps.map(({ aggregate_id }) => `versions of ${schema} ${aggregate_id} have a gap`));
};
