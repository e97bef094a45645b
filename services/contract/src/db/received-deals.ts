import { execute, type Tx } from '@staycover/db';
import type { Instant } from '@staycover/kernel';

export type DealOutcome = 'received' | 'created' | 'repeated' | 'conflict' | 'invalid' | 'ignored';

/** Keeps the bytes of a deal before anything is made of them. */
export const keepDeal = (tx: Tx, id: string, channel: 'http' | 'nats', body: Buffer, now: Instant): Promise<number> =>
  execute(
    tx,
    `insert into received_deal (id, received_at, channel, body, outcome) values ($1, $2, $3, $4, 'received')`,
    [id, now.toString(), channel, body],
  );

export type Settlement = {
  outcome: DealOutcome;
  detail?: string;
  organizationId?: string;
  crmDealId?: string;
  contractId?: string;
};

/** Notes what became of a kept deal; conflicts stay for an operator. */
export const settleDeal = (tx: Tx, id: string, settlement: Settlement): Promise<number> =>
  execute(
    tx,
    `update received_deal set outcome = $2, detail = $3, organization_id = $4, crm_deal_id = $5, contract_id = $6
     where id = $1`,
    [
      id,
      settlement.outcome,
      settlement.detail ?? null,
      settlement.organizationId ?? null,
      settlement.crmDealId ?? null,
      settlement.contractId ?? null,
    ],
  );
