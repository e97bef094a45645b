import { projection, type Work } from '@staycover/change';
import { execute, query } from '@staycover/db';

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

export const readPayer = async (tx: Work, organizationId: string): Promise<Payer> => {
  const contracts = await query<{ legal_name: string | null; email: string | null }>(
    tx,
    `select legal_name, email from payer_contract where organization_id = $1
     order by is_current desc, created_at desc, contract_id desc limit 100`,
    [organizationId],
  );
  const named = contracts.find(({ legal_name: name }) => name !== null);
  const withEmail = contracts.find(({ email }) => email !== null);
  return { organizationId, name: named?.legal_name ?? organizationId, email: withEmail?.email ?? null };
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
