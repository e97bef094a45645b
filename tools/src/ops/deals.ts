import { parseArgs } from 'node:util';
import { UsageError } from '../cli/usage-error.ts';
import { type Command, formatSecond, SERVERS_HELP, show, withDatabase } from './command.ts';

type Conflict = {
  id: string;
  received_at: string;
  channel: string;
  organization_id: string | null;
  crm_deal_id: string | null;
  contract_id: string | null;
  detail: string | null;
};

/** Deals that came again with other content; their bodies are kept for a person to decide. */
export const deals: Command = {
  usage: `deals conflicts [--json]     deals that came again with other content, newest first
deals show <id>              the body as it came
${SERVERS_HELP}`,
  async run(context) {
    const { values, positionals } = parseArgs({
      args: context.args,
      options: { json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [action, id, ...others] = positionals;
    if (
      others.length > 0 ||
      (action === 'conflicts') !== (id === undefined) ||
      !['conflicts', 'show'].includes(action ?? '')
    )
      throw new UsageError();
    await withDatabase(context.servers, 'contract', async (sql) => {
      if (id !== undefined) {
        const [row] = await sql<{ body: Buffer }>('select body from contract.received_deal where id::text = $1', [id]);
        if (!row) throw new Error(`There is no received deal ${id}.`);
        return context.print(row.body.toString('utf8'));
      }
      const found = await sql<Conflict>(
        `select id, received_at, channel, organization_id, crm_deal_id, contract_id, detail from contract.received_deal
         where outcome = 'conflict' order by received_at desc limit 1000`,
      );
      show(context, found, values.json, {
        ID: (conflict) => conflict.id,
        RECEIVED: ({ received_at }) => formatSecond(received_at),
        ORGANIZATION: ({ organization_id }) => organization_id ?? '-',
        DEAL: ({ crm_deal_id }) => crm_deal_id ?? '-',
        CONTRACT: ({ contract_id }) => contract_id ?? '-',
        DETAIL: ({ detail }) => (detail ?? '').slice(0, 80),
      });
    });
  },
};
