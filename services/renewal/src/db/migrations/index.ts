import type { Migrations } from '@staycover/db';
import { Renewals } from './0001-renewals.ts';
import { Audit } from './0002-audit.ts';
import { WhatARenewalFollows } from './0003-what-a-renewal-follows.ts';
import { WhatIsAhead } from './0004-what-is-ahead.ts';
import { RenewalsByState } from './0005-renewals-by-state.ts';
import { OpenRenewals } from './0006-open-renewals.ts';
import { FollowingRenewals } from './0007-following-renewals.ts';
import { ContractsThatEnd } from './0008-contracts-that-end.ts';
import { LossFundRates } from './0009-loss-fund-rates.ts';
import { Counts } from './0010-counts.ts';
import { ByOrganization } from './0011-by-organization.ts';
import { EndedRuns } from './0012-ended-runs.ts';
import { FailedRenewals } from './0013-failed-renewals.ts';

export const migrations: Migrations = {
  '0001-renewals': Renewals,
  '0002-audit': Audit,
  '0003-what-a-renewal-follows': WhatARenewalFollows,
  '0004-what-is-ahead': WhatIsAhead,
  '0005-renewals-by-state': RenewalsByState,
  '0006-open-renewals': OpenRenewals,
  '0007-following-renewals': FollowingRenewals,
  '0008-contracts-that-end': ContractsThatEnd,
  '0009-loss-fund-rates': LossFundRates,
  '0010-counts': Counts,
  '0011-by-organization': ByOrganization,
  '0012-ended-runs': EndedRuns,
  '0013-failed-renewals': FailedRenewals,
};
