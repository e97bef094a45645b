import {
  assertTransition,
  type Context,
  type Currency,
  changed,
  DomainError,
  numberFromRate,
  numberIfAny,
  timestamp,
  unchanged,
} from '@staycover/kernel';
import type { Adjudication, DenialReason } from './adjudication.ts';
import { type Amount, downToUnit } from './amount.ts';
import { type Change, type Claim, claimTransitions, moveClaim, withStatus } from './claim.ts';
import { type ClaimDecision, type ClaimEvent, reserveEvents } from './claim-event.ts';
import { claimCover } from './cover/claim-cover.ts';
import type { Cover, FoundCover, Used } from './cover/cover.ts';
import { settle } from './cover/settlement.ts';
import { alreadyPaid, assertCovered, assertDecimals, exceedsCover, incomplete } from './refusals.ts';

/** An adjuster's decision; absent amounts are derived from estimate and cover. */
export type DecisionAsked = {
  outcome: 'APPROVE' | 'DENY';
  lossAmount?: Amount | undefined;
  approvedAmount?: Amount | undefined;
  denialReason?: DenialReason | undefined;
  note?: string | undefined;
};

/** The inputs of a decision besides claim and command. Without a cover none was asked for: a denial keeps the last one. */
type DecisionBasis = Partial<FoundCover> & {
  decidedBy: string;
  /** An event with only the status APPROVED states no amounts. */
  isStatusOnly?: boolean;
};

const nothingUsed: Used = { ofStay: 0n, ofTerm: 0n };

/** Whether the claim was decided just so. */
const isRepeated = ({ status, decision }: Claim, asked: DecisionAsked): boolean => {
  if (decision?.outcome !== asked.outcome) return false;
  if (!(asked.outcome === 'APPROVE' ? ['APPROVED', 'PAID'] : ['DENIED']).includes(status)) return false;
  const { lossAmount: loss, approvedAmount: approved, denialReason, note } = asked;
  return (
    (loss === undefined || numberFromRate(loss) === decision.lossAmount) &&
    (approved === undefined || numberFromRate(approved) === decision.approvedAmount) &&
    (denialReason === undefined || denialReason === decision.denialReason) &&
    (note === undefined || note === decision.note)
  );
};

/**
 * The decision about a claim under review, against the cover of its night. The same decision again changes nothing.
 * @throws DomainError `invalid-transition`, `claim-has-payouts`, and for approvals `claim-incomplete`, `not-covered`,
 *   `currency-mismatch`, `exceeds-cover`.
 */
export const decideClaim = (
  claim: Claim,
  asked: DecisionAsked,
  basis: DecisionBasis,
  context: Context,
): ClaimDecision => {
  if (isRepeated(claim, asked)) return unchanged(claim);
  const isApproval = asked.outcome === 'APPROVE';
  if (!isApproval && claim.paidAmount !== 0n) throw alreadyPaid(claim.paidAmount, 'reverse them first');
  const status = isApproval ? 'APPROVED' : 'DENIED';
  assertTransition('claim', claimTransitions, claim.status, status);
  const loss = asked.lossAmount ?? claim.estimateAmount;
  const { insured, approved } = isApproval ? approval(loss, asked, basis) : noAmounts;
  const { cover, used = nothingUsed, decidedBy } = basis;
  assertCurrencyPaid(claim, cover?.currency ?? null);
  if (approved < claim.paidAmount) throw alreadyPaid(claim.paidAmount, 'less cannot be approved');
  const change = { by: decidedBy, at: timestamp(context.now) };
  const after: Claim = {
    ...moveClaim(claim, status, change),
    ...(isApproval || cover !== undefined ? coverMembers(cover ?? null, used, loss) : {}),
    insuredAmount: insured,
    approvedAmount: approved,
    reserveAmount: isApproval ? approved - claim.paidAmount : 0n,
    decision: toAdjudication(asked, loss, { insured, approved }, change),
  };
  const isPaid = after.paidAmount !== 0n && after.paidAmount === after.approvedAmount;
  return changed<Claim, ClaimEvent>(
    claim,
    isPaid ? withStatus(after, 'PAID', change) : after,
    { type: 'claim-status-changed', previousStatus: claim.status },
    { type: 'claim-decided' },
    ...reserveEvents(claim, after),
  );
};

const toAdjudication = (
  { outcome, denialReason = 'OTHER', note }: DecisionAsked,
  loss: Amount | null,
  { insured, approved }: Amounts,
  { by, at }: Change,
): Adjudication => ({
  outcome,
  lossAmount: numberIfAny(loss),
  insuredAmount: numberFromRate(insured),
  approvedAmount: numberFromRate(approved),
  denialReason: outcome === 'APPROVE' ? null : denialReason,
  note: note ?? null,
  decidedBy: by,
  decidedDate: at,
});

/** What was paid before a currency was known must be an amount of it. */
const assertCurrencyPaid = ({ paidAmount, currency }: Claim, now: Currency | null): void => {
  if (paidAmount === 0n) return;
  const fits = now === null || paidAmount === downToUnit(paidAmount, now);
  if (fits && (currency === null || currency === now)) return;
  const paid = `${numberFromRate(paidAmount)} ${currency ?? 'of no known currency'}`;
  const detail = `The claim was paid ${paid}, and its cover is in ${now ?? 'no currency'} now: reverse the payouts first.`;
  throw new DomainError('currency-mismatch', detail);
};

export type CoverMembers = Pick<
  Claim,
  'cover' | 'policyId' | 'policyReference' | 'currency' | 'termStart' | 'selfCoverage'
>;

/** What a claim keeps of the cover that was asked. */
export const coverMembers = (cover: Cover | null, used: Used, loss: Amount | null): CoverMembers => ({
  cover: claimCover(cover, used, loss),
  policyId: cover?.policyId ?? null,
  policyReference: cover?.policyReference ?? null,
  currency: cover?.currency ?? null,
  termStart: cover?.termStart ?? null,
  selfCoverage: cover?.selfCoverage ?? null,
});

type Amounts = { insured: Amount; approved: Amount };

const approval = (
  loss: Amount | null,
  { approvedAmount }: DecisionAsked,
  { cover, used = nothingUsed, isUndated = false, isStatusOnly = false }: DecisionBasis,
): Amounts => {
  if (isUndated) throw incomplete(['damageDate']);
  if (isStatusOnly) return approvalByStatus(loss, cover, used);
  if (!cover) {
    if (approvedAmount === undefined) throw incomplete([loss === null ? 'lossAmount' : 'approvedAmount']);
    return { insured: approvedAmount, approved: approvedAmount };
  }
  assertCovered(cover, loss);
  if (loss === null) throw incomplete(['lossAmount']);
  const { insured, payable } = settle(loss, cover, used);
  const approved = approvedAmount ?? payable;
  if (approved > payable) throw exceedsCover(approved, payable);
  if (cover.currency) assertDecimals(approved, cover.currency);
  return { insured, approved };
};

/** Approves the payable amount, nothing without cover or an estimate, and the estimate where the cover is unknown. */
const approvalByStatus = (loss: Amount | null, cover: Cover | null | undefined, used: Used): Amounts => {
  if (!cover) return { insured: loss ?? 0n, approved: loss ?? 0n };
  if (loss === null || !pays(cover, loss)) return noAmounts;
  const { insured, payable } = settle(loss, cover, used);
  return { insured, approved: payable };
};

/** Whether a cover pays of a loss at all, and in one currency. */
const pays = ({ covered, otherCurrencies, minimumClaim }: Cover, loss: Amount): boolean =>
  covered && otherCurrencies.length === 0 && loss >= minimumClaim;

const noAmounts: Amounts = { insured: 0n, approved: 0n };

/**
 * Undoes a decision while nothing was paid out; a claim with payouts keeps its decision until it is decided again.
 * @throws DomainError `claim-has-payouts`.
 */
export const reopened = (claim: Claim): Partial<Claim> => {
  if (claim.status === 'APPROVED' && claim.paidAmount !== 0n) throw alreadyPaid(claim.paidAmount, 'reverse them first');
  return claim.paidAmount === 0n ? { decision: null, insuredAmount: 0n, approvedAmount: 0n } : {};
};
