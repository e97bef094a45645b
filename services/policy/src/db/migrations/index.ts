import type { Migrations } from '@staycover/db';
import { Policies } from './0001-policies.ts';
import { Audit } from './0002-audit.ts';
import { FollowedRenewals } from './0003-followed-renewals.ts';
import { RenewalAnswers } from './0004-renewal-answers.ts';
import { PolicyChanges } from './0005-policy-changes.ts';
import { ExistingPolicies } from './0006-existing-policies.ts';
import { ContractNotices } from './0007-contract-notices.ts';
import { PolicyInvoices } from './0008-policy-invoices.ts';
import { DeclinedRenewals } from './0009-declined-renewals.ts';
import { PolicyEffects } from './0010-policy-effects.ts';
import { DatedElections } from './0011-dated-elections.ts';
import { NamedNights } from './0012-named-nights.ts';
import { SuspendedBefore } from './0013-suspended-before.ts';
import { PolicyDays } from './0014-policy-days.ts';
import { Insured } from './0015-insured.ts';
import { MonthlyRates } from './0016-monthly-rates.ts';
import { EarlyEnds } from './0017-early-ends.ts';
import { TerminatedContracts } from './0018-terminated-contracts.ts';
import { Counts } from './0019-counts.ts';
import { RankedElections } from './0020-ranked-elections.ts';
import { CancelledWithPolicy } from './0021-cancelled-with-policy.ts';
import { EarlierWriteOffs } from './0022-earlier-write-offs.ts';
import { StandingElections } from './0023-standing-elections.ts';
import { MemberTimes } from './0024-member-times.ts';
import { Withdrawers } from './0025-withdrawers.ts';

export const migrations: Migrations = {
  '0001-policies': Policies,
  '0002-audit': Audit,
  '0003-followed-renewals': FollowedRenewals,
  '0004-renewal-answers': RenewalAnswers,
  '0005-policy-changes': PolicyChanges,
  '0006-existing-policies': ExistingPolicies,
  '0007-contract-notices': ContractNotices,
  '0008-policy-invoices': PolicyInvoices,
  '0009-declined-renewals': DeclinedRenewals,
  '0010-policy-effects': PolicyEffects,
  '0011-dated-elections': DatedElections,
  '0012-named-nights': NamedNights,
  '0013-suspended-before': SuspendedBefore,
  '0014-policy-days': PolicyDays,
  '0015-insured': Insured,
  '0016-monthly-rates': MonthlyRates,
  '0017-early-ends': EarlyEnds,
  '0018-terminated-contracts': TerminatedContracts,
  '0019-counts': Counts,
  '0020-ranked-elections': RankedElections,
  '0021-cancelled-with-policy': CancelledWithPolicy,
  '0022-earlier-write-offs': EarlierWriteOffs,
  '0023-standing-elections': StandingElections,
  '0024-member-times': MemberTimes,
  '0025-withdrawers': Withdrawers,
};
