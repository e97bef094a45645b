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
import type { Amount } from './amount.ts';
import { type Claim, claimTransitions, moveClaim, withStatus } from './claim.ts';
import { type ClaimDecision, type ClaimEvent, reserveEvents } from './claim-event.ts';
import { claimCover } from './cover/claim-cover.ts';
import type { Cover, FoundCover, Used } from './cover/cover.ts';
import { settle } from './cover/settlement.ts';
import { assertCovered, assertDecimals, exceedsCover, hasPayouts, incomplete } from './refusals.ts';

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
  /**
   * An event with only the status APPROVED sets no amounts: it approves the payable amount, nothing without cover, and the
   * estimate when the cover is unknown.
   */
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
  if (!isApproval && claim.paidAmount !== 0n) throw hasPayouts(claim.paidAmount, 'reverse them first');
  const status = isApproval ? 'APPROVED' : 'DENIED';
  assertTransition('claim', claimTransitions, claim.status, status);
  const amounts = isApproval ? approval(claim, asked, basis) : denial(claim, asked);
  const { cover, used = nothingUsed, decidedBy } = basis;
  assertCurrencyPaid(claim, cover?.currency ?? null);
  if (amounts.approved < claim.paidAmount) throw hasPayouts(claim.paidAmount, 'less cannot be approved');
  const at = timestamp(context.now);
  const decision: Adjudication = {
    outcome: asked.outcome,
    lossAmount: numberIfAny(amounts.loss),
    insuredAmount: numberFromRate(amounts.insured),
    approvedAmount: numberFromRate(amounts.approved),
    denialReason: isApproval ? null : (asked.denialReason ?? 'OTHER'),
    note: asked.note ?? null,
    decidedBy,
    decidedDate: at,
  };
  const after: Claim = {
    ...moveClaim(claim, status, { by: decidedBy, at }),
    ...(isApproval || cover !== undefined ? coverMembers(cover ?? null, used, amounts.loss) : {}),
    insuredAmount: amounts.insured,
    approvedAmount: amounts.approved,
    reserveAmount: isApproval ? amounts.approved - claim.paidAmount : 0n,
    decision,
  };
  const isPaid = after.paidAmount !== 0n && after.paidAmount === after.approvedAmount;
  return changed<Claim, ClaimEvent>(
    claim,
    isPaid ? withStatus(after, 'PAID', { by: decidedBy, at }) : after,
    { type: 'claim-status-changed', previousStatus: claim.status },
    { type: 'claim-decided' },
    ...reserveEvents(claim, after),
  );
};

const assertCurrencyPaid = ({ paidAmount, currency }: Claim, now: Currency | null): void => {
  if (paidAmount === 0n || currency === null || currency === now) return;
  const detail = `The claim was paid in ${currency}, and its cover is in ${now ?? 'no currency'} now: reverse the payouts first.`;
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

type Amounts = { loss: Amount | null; insured: Amount; approved: Amount };

const approval = (
  claim: Claim,
  asked: DecisionAsked,
  { cover, used = nothingUsed, isUndated = false, isStatusOnly = false }: DecisionBasis,
): Amounts => {
  if (isUndated) throw incomplete(['damageDate']);
  const loss = asked.lossAmount ?? claim.estimateAmount;
  if (isStatusOnly && cover && !pays(cover, loss)) return { loss, insured: 0n, approved: 0n };
  if (cover) assertCovered(cover, loss);
  if (loss === null && !isStatusOnly && (cover || asked.approvedAmount === undefined)) throw incomplete(['lossAmount']);
  const settled = cover && loss !== null ? settle(loss, cover, used) : null;
  const approved = asked.approvedAmount ?? settled?.payable ?? (isStatusOnly ? (loss ?? 0n) : undefined);
  if (approved === undefined) throw incomplete(['approvedAmount']);
  if (settled && approved > settled.payable) throw exceedsCover(approved, settled.payable);
  if (cover?.currency) assertDecimals(approved, cover.currency);
  return { loss, insured: settled?.insured ?? approved, approved };
};

/** Whether a cover pays of a loss at all, and in one currency. */
const pays = ({ covered, otherCurrencies, minimumClaim }: Cover, loss: Amount | null): boolean =>
  covered && otherCurrencies.length === 0 && (loss === null || loss >= minimumClaim);

const denial = (claim: Claim, asked: DecisionAsked): Amounts => ({
  loss: asked.lossAmount ?? claim.estimateAmount,
  insured: 0n,
  approved: 0n,
});

/**
 * Undoes a decision while nothing was paid out; a claim with payouts keeps its decision until it is decided again.
 * @throws DomainError `claim-has-payouts`.
 */
export const reopened = (claim: Claim): Partial<Claim> => {
  if (claim.status === 'APPROVED' && claim.paidAmount !== 0n) throw hasPayouts(claim.paidAmount, 'reverse them first');
  return claim.paidAmount === 0n ? { decision: null, insuredAmount: 0n, approvedAmount: 0n } : {};
};
