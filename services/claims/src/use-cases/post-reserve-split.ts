import type { Work } from '@staycover/change';
import type { billingEvents, DataOf } from '@staycover/events';
import type { Instant } from '@staycover/kernel';
import { addPostings } from '../db/postings.ts';
import { type Split, splitPostings } from '../domain/ledger.ts';

type SplitData = DataOf<typeof billingEvents.reserveSplit> | DataOf<typeof billingEvents.reserveSplitReversed>;

/** Posts one part of an invoice's reserve split, or of its reversal: a part is an event of its own. */
export const postReserveSplit = async (
  work: Work,
  { eventId, data, now }: { eventId: string; data: SplitData; now: Instant },
): Promise<void> => {
  const { organizationId, policyId, invoiceId, currency } = data;
  const source = { eventId, organizationId, policyId, invoiceId, currency, now };
  await addPostings(work, source, splitPostings(data.splits.map(toSplit)));
};

const toSplit = (split: SplitData['splits'][number]): Split => ({
  orderLineId: split.orderLineId,
  stayMonth: split.stayMonth,
  premium: BigInt(split.premiumCents),
  lossFund: BigInt(split.lossFundCents),
  partner: BigInt(split.partnerCents),
  service: BigInt(split.serviceCostCents),
  total: BigInt(split.totalCents),
});
