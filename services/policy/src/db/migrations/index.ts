import type { Migrations } from '@staycover/db';
import { Policies } from './0001-policies.ts';
import { Audit } from './0002-audit.ts';
import { FollowedRenewals } from './0003-followed-renewals.ts';
import { RenewalAnswers } from './0004-renewal-answers.ts';

export const migrations: Migrations = {
  '0001-policies': Policies,
  '0002-audit': Audit,
  '0003-followed-renewals': FollowedRenewals,
  '0004-renewal-answers': RenewalAnswers,
};
