import { projection } from '@staycover/change';

export type RenewableContract = {
  contractId: string;
  organizationId: string;
  version: number;
  status: string;
  renewalTermMonths: number;
};

/** The newest version of each contract. */
export const renewableContracts = projection<RenewableContract>('renewable_contract', {
  contractId: 'key',
  organizationId: 'once',
  version: 'version',
  status: 'value',
  renewalTermMonths: 'value',
});
