import type { Migrations } from '@staycover/db';
import { Claims } from './0001-claims.ts';
import { Ledger } from './0002-ledger.ts';
import { Audit } from './0003-audit.ts';
import { CurrencyDecimals } from './0004-currency-decimals.ts';
import { LedgerFunctions } from './0005-ledger-functions.ts';
import { ClaimIntake } from './0006-claim-intake.ts';
import { ClaimDecisions } from './0007-claim-decisions.ts';
import { ClaimPayouts } from './0008-claim-payouts.ts';
import { ClaimOrder } from './0009-claim-order.ts';
import { ClaimDays } from './0010-claim-days.ts';
import { Summary } from './0011-summary.ts';
import { ClaimsByState } from './0012-claims-by-state.ts';
import { PostingsCheckedAtOnce } from './0013-postings-checked-at-once.ts';
import { MembersStated } from './0014-members-stated.ts';
import { ClaimsOfGuests } from './0015-claims-of-guests.ts';
import { Counts } from './0016-counts.ts';
import { CountedPostings } from './0017-counted-postings.ts';

export const migrations: Migrations = {
  '0001-claims': Claims,
  '0002-ledger': Ledger,
  '0003-audit': Audit,
  '0004-currency-decimals': CurrencyDecimals,
  '0005-ledger-functions': LedgerFunctions,
  '0006-claim-intake': ClaimIntake,
  '0007-claim-decisions': ClaimDecisions,
  '0008-claim-payouts': ClaimPayouts,
  '0009-claim-order': ClaimOrder,
  '0010-claim-days': ClaimDays,
  '0011-summary': Summary,
  '0012-claims-by-state': ClaimsByState,
  '0013-postings-checked-at-once': PostingsCheckedAtOnce,
  '0014-members-stated': MembersStated,
  '0015-claims-of-guests': ClaimsOfGuests,
  '0016-counts': Counts,
  '0017-counted-postings': CountedPostings,
};
