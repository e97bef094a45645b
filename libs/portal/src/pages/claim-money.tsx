import type { Resource } from '@staycover/client';
import { Link } from '@tanstack/react-router';
import { day, moment, words } from '../data/format.ts';
import { Facts, Part } from '../ui/parts.tsx';

type Claim = Resource<'Claim'>;

/** The cover of the night of the damage, as it was asked last. */
export const ClaimCover = ({ claim: { cover, currency } }: { claim: Claim }) =>
  cover && (
    <Part title="Cover of the night of the damage">
      <Facts
        facts={[
          ['Covered', coveredWords(cover)],
          [
            'Policy',
            cover.policyId && (
              <Link key="policy" to="/policies/$id" params={{ id: cover.policyId }}>
                Its policy, version {cover.policyVersion}
              </Link>
            ),
          ],
          ['Limit', cover.limit],
          ['Used by other claims', cover.used],
          ['Deductible', cover.deductible],
          ['Minimum', cover.minimumClaim],
          ['Pays', cover.payable],
          ['Currency', currency],
          ['Flags', cover.flags.map(words).join(', ')],
        ]}
      />
    </Part>
  );

const coveredWords = ({ covered, reason }: Resource<'ClaimCover'>): string => {
  if (covered === null) return 'not known';
  return covered ? 'yes' : `no, ${words(reason ?? 'OTHER')}`;
};

/** What was decided. */
export const ClaimDecision = ({ claim: { decision } }: { claim: Claim }) =>
  decision && (
    <Part title="Decision">
      <Facts
        facts={[
          ['Outcome', words(decision.outcome)],
          ['Loss', decision.lossAmount],
          ['Insured', decision.insuredAmount],
          ['Approved', decision.approvedAmount],
          ['Reason', decision.denialReason && words(decision.denialReason)],
          ['Note', decision.note],
          ['By', `${decision.decidedBy}, ${moment(decision.decidedDate)}`],
        ]}
      />
    </Part>
  );

/** What was paid, and what is still to be paid. */
export const ClaimPayouts = ({ claim: { payouts, paidAmount, reserveAmount } }: { claim: Claim }) =>
  (payouts.length > 0 || reserveAmount > 0) && (
    <Part title="Reserve and payouts">
      <Facts
        facts={[
          ['Set aside', reserveAmount],
          ['Paid out', paidAmount],
        ]}
      />
      <ol className="line">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <p>
              {payout.amount} on {day(payout.paidOn)}{' '}
              {payout.reverses ? 'taken back' : `to ${payout.payee ?? 'the claimant'}`}
            </p>
            <p className="faint">
              {payout.reference} by {payout.recordedBy}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
