import type { Migrations } from '@staycover/db';
import { Invoices } from './0001-invoices.ts';
import { BilledNights } from './0002-billed-nights.ts';
import { OrdersTaxesRefunds } from './0003-orders-taxes-refunds.ts';
import { Payments } from './0004-payments.ts';
import { BillingCalendar } from './0005-billing-calendar.ts';
import { Audit } from './0006-audit.ts';
import { CurrencyDecimals } from './0007-currency-decimals.ts';
import { Prices } from './0008-prices.ts';
import { OneDraft } from './0009-one-draft.ts';
import { Receivables } from './0010-receivables.ts';
import { ReceivableIndexes } from './0011-receivable-indexes.ts';
import { ExistingReceivables } from './0012-existing-receivables.ts';
import { FollowUp } from './0013-follow-up.ts';
import { Waiting } from './0014-waiting.ts';
import { Reports } from './0015-reports.ts';
import { Summary } from './0016-summary.ts';
import { Disputes } from './0017-disputes.ts';
import { WriteOffs } from './0018-write-offs.ts';
import { ProviderEvents } from './0019-provider-events.ts';
import { EntriesCheckedAtOnce } from './0020-entries-checked-at-once.ts';
import { HeardEnrollments } from './0021-heard-enrollments.ts';
import { TaxAudit } from './0022-tax-audit.ts';
import { PostingsByItem } from './0023-postings-by-item.ts';
import { Counts } from './0024-counts.ts';
import { WithoutFigures } from './0025-without-figures.ts';
import { AccountIndexes } from './0026-account-indexes.ts';
import { CountedPostings } from './0027-counted-postings.ts';
import { ReadByIndex } from './0028-read-by-index.ts';
import { InvoicePayer } from './0029-invoice-payer.ts';
import { DeliveryPayer } from './0030-delivery-payer.ts';
import { AskedRefunds } from './0031-asked-refunds.ts';
import { HeldCredits } from './0032-held-credits.ts';
import { UnknownSize } from './0033-unknown-size.ts';
import { PayerByIndex } from './0034-payer-by-index.ts';

export const migrations: Migrations = {
  '0001-invoices': Invoices,
  '0002-billed-nights': BilledNights,
  '0003-orders-taxes-refunds': OrdersTaxesRefunds,
  '0004-payments': Payments,
  '0005-billing-calendar': BillingCalendar,
  '0006-audit': Audit,
  '0007-currency-decimals': CurrencyDecimals,
  '0008-prices': Prices,
  '0009-one-draft': OneDraft,
  '0010-receivables': Receivables,
  '0011-receivable-indexes': ReceivableIndexes,
  '0012-existing-receivables': ExistingReceivables,
  '0013-follow-up': FollowUp,
  '0014-waiting': Waiting,
  '0015-reports': Reports,
  '0016-summary': Summary,
  '0017-disputes': Disputes,
  '0018-write-offs': WriteOffs,
  '0019-provider-events': ProviderEvents,
  '0020-entries-checked-at-once': EntriesCheckedAtOnce,
  '0021-heard-enrollments': HeardEnrollments,
  '0022-tax-audit': TaxAudit,
  '0023-postings-by-item': PostingsByItem,
  '0024-counts': Counts,
  '0025-without-figures': WithoutFigures,
  '0026-account-indexes': AccountIndexes,
  '0027-counted-postings': CountedPostings,
  '0028-read-by-index': ReadByIndex,
  '0029-invoice-payer': InvoicePayer,
  '0030-delivery-payer': DeliveryPayer,
  '0031-asked-refunds': AskedRefunds,
  '0032-held-credits': HeldCredits,
  '0033-unknown-size': UnknownSize,
  '0034-payer-by-index': PayerByIndex,
};
