import { parseArgs } from 'node:util';
import { UsageError } from '../cli/usage-error.ts';
import {
  type Command,
  type Context,
  formatSecond,
  JSON_FLAG,
  SERVERS_HELP,
  type Sql,
  show,
  withDatabase,
} from './command.ts';

type Open = {
  id: string;
  received_at: string;
  channel: string;
  organization_id: string | null;
  crm_deal_id: string | null;
  contract_id: string | null;
  detail: string | null;
};

/** What a list shows of the deals that wait for a person; those that made a contract when they came again do not. */
const LISTS: Record<string, string> = {
  conflicts: `outcome = 'conflict'`,
  received: `outcome = 'received' and not exists (select from contract.contract c
    where c.organization_id = d.organization_id and c.crm_deal_id = d.crm_deal_id)`,
};

/** Deals that wait for a person to decide; their bodies are kept. */
export const deals: Command = {
  usage: `deals conflicts [--json]     deals over HTTP that came again with other content, newest first; those over NATS are
                             dead letters of contract-inbound-deal-closed
deals received [--json]      deals over HTTP that failed, or are being processed, and made no contract since
deals show <id>              the body as it came
deals settle <id>            a conflict or a failed deal is dealt with: it is deleted after RECEIVED_DAYS, as the others
${SERVERS_HELP}`,
  async run(context) {
    const { values, positionals } = parseArgs({
      args: context.args,
      options: JSON_FLAG,
      allowPositionals: true,
    });
    const [action = '', id, ...others] = positionals;
    const fits = Object.hasOwn(LISTS, action)
      ? id === undefined
      : id !== undefined && !values.json && Object.hasOwn(ACTIONS, action);
    if (others.length > 0 || !fits) throw new UsageError();
    await withDatabase(context.servers, 'contract', (sql) =>
      id === undefined ? list(context, sql, LISTS[action]!, values.json) : ACTIONS[action]!(context, sql, id),
    );
  },
};

const ACTIONS: Record<string, (context: Context, sql: Sql, id: string) => Promise<void>> = {
  async show({ print }, sql, id) {
    const [row] = await sql<{ body: Buffer }>('select body from contract.received_deal where id::text = $1', [id]);
    if (!row) throw new Error(`There is no received deal ${id}.`);
    print(row.body.toString('utf8'));
  },
  async settle({ print }, sql, id) {
    const settled = await sql(
      `update contract.received_deal set outcome = 'settled'
       where id::text = $1 and outcome in ('conflict', 'received') returning id`,
      [id],
    );
    if (settled.length === 0) throw new Error(`There is no conflict or failed deal ${id}.`);
    print(`${id} is settled`);
  },
};

const list = async (context: Context, sql: Sql, which: string, asJson: boolean): Promise<void> => {
  const found = await sql<Open>(
    `select id, received_at, channel, organization_id, crm_deal_id, contract_id, detail from contract.received_deal d
     where ${which} order by received_at desc limit 1000`,
  );
  show(context, found, asJson, {
    ID: (deal) => deal.id,
    RECEIVED: ({ received_at }) => formatSecond(received_at),
    ORGANIZATION: ({ organization_id }) => organization_id ?? '-',
    DEAL: ({ crm_deal_id }) => crm_deal_id ?? '-',
    CONTRACT: ({ contract_id }) => contract_id ?? '-',
    DETAIL: ({ detail }) => (detail ?? '').slice(0, 80),
  });
};
