import type { Counted } from '@staycover/db';

export const countedPolicies: Counted = {
  table: 'policy',
  by: { organization_id: 'r.organization_id', status: 'r.status' },
};
