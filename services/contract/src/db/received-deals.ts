import { type Beside, gather } from '@staycover/change';
import { execute, isDatabaseAway, query, type Work } from '@staycover/db';
import type { Leftover } from '@staycover/service';
import type { DealKey } from '../domain/contract.ts';

/** A conflict, or a deal that stayed `received` as it failed, becomes `settled` by an operator. */
export type DealOutcome =
  | 'received'
  | 'created'
  | 'repeated'
  | 'conflict'
  | 'invalid'
  | 'refused'
  | 'ignored'
  | 'settled';

export type KeptDeal = {
  id: string;
  channel: 'http' | 'nats';
  body: Buffer;
  /** The sender's id of the message, when it signed one. */
  webhookId?: string | undefined;
};

/**
 * Keeps the bytes of a deal before anything is made of them, and draws the number of the contract that it may make.
 * The time is the database's, by which the cleanup measures ages.
 */
export const keepDeal = (work: Work, deal: KeptDeal): Promise<{ number: bigint }> => keeping({ work, deal });

const MOST_TOGETHER = 100;
const MOST_BYTES = 1024 ** 2;
/** Waits for the disk with the commit of what becomes of the deal, before which its sender gets no answer. */
const WITH_THE_NEXT_COMMIT = `, set_config('synchronous_commit', 'off', true)`;

const keeping = gather<{ work: Work; deal: KeptDeal }, { number: bigint }>({
  on: ({ work }) => work,
  fits: (chosen, { deal }) =>
    chosen.length < MOST_TOGETHER &&
    chosen.reduce((sum, other) => sum + other.deal.body.length, deal.body.length) <= MOST_BYTES,
  async run(items) {
    const deals = items.map(({ deal }) => deal);
    const { work } = items[0]!;
    const rows = await query<{ id: string; number: string }>(
      work,
      `insert into received_deal (id, received_at, channel, body, webhook_id, outcome)
       select id, now(), channel, body, webhook_id, 'received'
       from unnest($1::uuid[], $2::text[], $3::bytea[], $4::text[]) as d (id, channel, body, webhook_id)
       returning id, nextval('contract_number') as number${work.isTransaction ? '' : WITH_THE_NEXT_COMMIT}`,
      [
        deals.map(({ id }) => id),
        deals.map(({ channel }) => channel),
        deals.map(({ body }) => body),
        deals.map(({ webhookId }) => webhookId ?? null),
      ],
    );
    const numbers = new Map(rows.map(({ id, number }) => [id, BigInt(number)]));
    return deals.map(({ id }) => ({ number: numbers.get(id)! }));
  },
  isUncertain: isDatabaseAway,
});

/**
 * The contract that a different body under the same webhook id has made or found, if there is one; a conflict has done
 * neither. The oldest is compared alone: all later ones had to be the same. Locks the id until the transaction ends.
 */
export const contractUnderWebhook = async (tx: Work, webhookId: string, body: Buffer): Promise<string | undefined> => {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`webhook ${webhookId}`]);
  const [other] = await query<{ contract_id: string }>(
    tx,
    `select contract_id from received_deal where body <> $2 and id = (
       select id from received_deal where webhook_id = $1 and outcome in ('created', 'repeated')
       order by received_at limit 1)`,
    [webhookId, body],
  );
  return other?.contract_id;
};

export type Settlement = Partial<DealKey> & { outcome: DealOutcome; detail?: string; contractId?: string };

const settlementParams = (id: string, settlement: Settlement) => [
  id,
  settlement.outcome,
  settlement.detail ?? null,
  settlement.organizationId ?? null,
  settlement.crmDealId ?? null,
  settlement.contractId ?? null,
];

/** Records the outcome of a stored deal; conflicts stay for an operator. */
export const settleDeal = (work: Work, id: string, settlement: Settlement): Promise<number> =>
  execute(
    work,
    `update received_deal set outcome = $2, detail = $3, organization_id = $4, crm_deal_id = $5, contract_id = $6
     where id = $1`,
    settlementParams(id, settlement),
  );

/** Records the outcome in the statement that stores the contract, if it is stored. */
export const settleWithContract = (id: string, settlement: Settlement): Beside => ({
  text: `update received_deal set outcome = s.outcome, detail = s.detail, organization_id = s.organization_id,
      crm_deal_id = s.crm_deal_id, contract_id = s.contract_id
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::uuid[])
      as s (id, outcome, detail, organization_id, crm_deal_id, contract_id)
    join stored on stored.id = s.contract_id where received_deal.id = s.id`,
  params: settlementParams(id, settlement).map((value) => [value]),
});

/** Records which deal it was that failed and stays `received`: it is sent again, or an operator looks at it. */
export const nameDeal = (work: Work, id: string, { organizationId, crmDealId }: DealKey): Promise<number> =>
  execute(
    work,
    `update received_deal set organization_id = $2, crm_deal_id = $3 where id = $1 and outcome = 'received'`,
    [id, organizationId, crmDealId],
  );

const FINISHED = [
  `outcome not in ('received', 'conflict')`,
  `outcome = 'received' and exists (select from contract
     where (contract.organization_id, contract.crm_deal_id) = (received_deal.organization_id, received_deal.crm_deal_id))`,
];

/** Deals that no operator has to look at any more: settled ones, and those that failed and made a contract when they came again. */
export const finishedDeals = (days: number): Leftover[] =>
  FINISHED.map((where) => ({ table: 'received_deal', since: 'received_at', days, where }));
