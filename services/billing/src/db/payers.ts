import { type Beside, projection, type Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
import type { Invoice } from '../domain/invoice.ts';

/** The payer in a contract. */
type PayerContract = {
  contractId: string;
  organizationId: string;
  version: number;
  isCurrent: boolean;
  legalName: string | null;
  email: string | null;
  createdAt: string;
};

/** The newest version of a contract's payer. */
export const payerContracts = projection<PayerContract>('payer_contract', {
  contractId: 'key',
  organizationId: 'once',
  version: 'version',
  isCurrent: 'value',
  legalName: 'value',
  email: 'value',
  createdAt: 'once',
});

/** Who pays for an organization: of its newest contracts with a name and with an address, those that have not ended first. */
export type Payer = { organizationId: string; name: string; email: string | null };

/** An empty name is none. */
const newest = (column: 'legal_name' | 'email'): string => `(select ${column} from payer_contract p
  where p.organization_id = asked.organization_id and ${column} <> ''
  order by is_current desc, created_at desc, contract_id desc limit 1)`;

/** The payer of each organization `asked.organization_id`. */
const PAYER = `${newest('legal_name')} as name, ${newest('email')} as email`;

export const readPayer = async (tx: Work, organizationId: string): Promise<Payer> => {
  const [payer] = await query<{ name: string | null; email: string | null }>(
    tx,
    `select ${PAYER} from (select $1::text as organization_id) as asked`,
    [organizationId],
  );
  return { organizationId, name: payer?.name ?? organizationId, email: payer?.email ?? null };
};

type Issued = Pick<Invoice, 'id' | 'organizationId'>;

/** Keeps to whom an invoice is issued, as its documents go on naming that payer: the one of its sending, if it was sent. */
export const notingPayer = ({ id, organizationId }: Issued): Beside => ({
  text: `insert into invoice_payer (invoice_id, name, email)
    select invoice_id, coalesce(d.payer_name, name, organization_id), coalesce(d.payer_email, email)
    from (select asked.*, ${PAYER} from unnest($1::uuid[], $2::text[]) as asked (invoice_id, organization_id)) as found
    left join (select * from delivery where state = 'SENT') as d using (invoice_id)
    on conflict do nothing`,
  params: [[id], [organizationId]],
});

/** To whom an invoice was issued; of a draft, and of what was issued before that was kept, who pays today. */
export const readInvoicePayer = async (tx: Work, { id, organizationId }: Issued): Promise<Payer> => {
  const [kept] = await query<{ name: string; email: string | null }>(
    tx,
    'select name, email from invoice_payer where invoice_id = $1',
    [id],
  );
  return kept ? { organizationId, ...kept } : readPayer(tx, organizationId);
};

/** An organization as the payment provider knows it. */
export type ProviderCustomer = { customerId: string; name: string; email: string };

export const findCustomer = async (
  tx: Work,
  provider: string,
  organizationId: string,
): Promise<ProviderCustomer | null> => {
  const [row] = await query<{ customer_id: string; name: string; email: string }>(
    tx,
    'select * from provider_customer where provider = $1 and organization_id = $2',
    [provider, organizationId],
  );
  return row ? { customerId: row.customer_id, name: row.name, email: row.email } : null;
};

export const findCustomerOrganization = async (
  tx: Work,
  provider: string,
  customerId: string,
): Promise<string | undefined> => {
  const [row] = await query<{ organization_id: string }>(
    tx,
    'select organization_id from provider_customer where provider = $1 and customer_id = $2',
    [provider, customerId],
  );
  return row?.organization_id;
};

export const putCustomer = (
  tx: Work,
  provider: string,
  organizationId: string,
  customer: ProviderCustomer,
): Promise<number> =>
  execute(
    tx,
    `insert into provider_customer (provider, organization_id, customer_id, name, email) values ($1, $2, $3, $4, $5)
     on conflict (provider, organization_id)
       do update set customer_id = excluded.customer_id, name = excluded.name, email = excluded.email`,
    [provider, organizationId, customer.customerId, customer.name, customer.email],
  );
