import { ClaimsBordereauRow, getClaimsBordereau, getLossFund, LossFundRow } from '@staycover/api';
import type { CommandDeps } from '@staycover/change';
import { handle, type Route, reportAnswer } from '@staycover/http';
import { assertOrganization, calendarDate, majorFromMinor, numberFromRate } from '@staycover/kernel';
import { type ClaimThen, type FundThen, lossFunds, readMonthlyClaims } from '../db/reports.ts';

/** Reports on claims and loss funds for insurers. */
export const reportRoutes = ({ database }: Pick<CommandDeps, 'database'>): Route[] => [
  handle(getClaimsBordereau, async ({ actor, query: { organizationId, month }, header }) => {
    assertOrganization(actor, organizationId);
    const start = calendarDate(`${month}-01`);
    const period = { organizationId, start: start.toString(), end: start.add({ months: 1 }).toString() };
    const read = readMonthlyClaims(database, period);
    return reportAnswer({ schema: ClaimsBordereauRow, read, show: claimRow }, header('accept'));
  }),

  handle(getLossFund, async ({ actor, query: { organizationId, from, to }, header }) => {
    assertOrganization(actor, organizationId);
    const end = calendarDate(to).add({ days: 1 }).toString();
    const read = lossFunds(database, { organizationId, start: from, end });
    return reportAnswer({ schema: LossFundRow, read, show: fundRow }, header('accept'));
  }),
];

const amount = (stored: string): number => numberFromRate(BigInt(stored));
const stated = (value: string | null): number | null => (value === null ? null : Number(value));

const claimRow = (claim: ClaimThen): ClaimsBordereauRow => ({
  dateOfLoss: claim.damage_date,
  dateNotified: claim.notified_on,
  dateDecided: claim.decided_on,
  claimReference: claim.claim_reference,
  policyReference: claim.policy_reference,
  coverageType: claim.coverage_type,
  category: claim.category,
  status: claim.status,
  lossAmount: stated(claim.loss),
  deductible: stated(claim.deductible),
  approvedAmount: amount(claim.approved),
  paidThisMonth: numberFromRate(BigInt(claim.paid) - BigInt(claim.paid_before)),
  paidToDate: amount(claim.paid),
  reserveOutstanding: amount(claim.reserve),
  denialReason: claim.denial_reason,
  currency: claim.currency,
});

const fundRow = ({ policy_id, currency, ...amounts }: FundThen): LossFundRow => {
  const major = (minor: string): number => majorFromMinor(BigInt(minor), currency);
  return {
    policyId: policy_id,
    currency,
    opening: major(amounts.opening),
    collected: major(amounts.collected),
    reversed: major(amounts.reversed),
    reserved: major(amounts.reserved),
    released: major(amounts.released),
    paid: major(amounts.paid),
    closing: major(amounts.closing),
  };
};
