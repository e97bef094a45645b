import type { Resource } from '@staycover/client';
import { claimed, day, moment, words } from '../data/format.ts';
import { Facts, Part } from '../ui/parts.tsx';
import { PolicyLink } from '../ui/references.tsx';

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
              <span key="policy">
                <PolicyLink id={cover.policyId} />, version {cover.policyVersion}
              </span>
            ),
          ],
          ['Limit', claimed(cover.limit, currency)],
          ['Used by other claims', claimed(cover.used, currency)],
          ['Deductible', claimed(cover.deductible, currency)],
          ['Minimum', claimed(cover.minimumClaim, currency)],
          ['Pays', claimed(cover.payable, currency)],
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
export const ClaimDecision = ({ claim: { decision, currency } }: { claim: Claim }) =>
  decision && (
    <Part title="Decision">
      <Facts
        facts={[
          ['Outcome', decision.outcome === 'APPROVE' ? 'approved' : 'denied'],
          ['Loss', claimed(decision.lossAmount, currency)],
          ['Insured', claimed(decision.insuredAmount, currency)],
          ['Approved', claimed(decision.approvedAmount, currency)],
          ['Reason', decision.denialReason && words(decision.denialReason)],
          ['Note', decision.note],
          ['By', `${decision.decidedBy}, ${moment(decision.decidedDate)}`],
        ]}
      />
    </Part>
  );

/** The payouts, and the remaining reserve. */
export const ClaimPayouts = ({ claim: { payouts, paidAmount, reserveAmount, currency } }: { claim: Claim }) =>
  (payouts.length > 0 || reserveAmount > 0) && (
    <Part title="Reserve and payouts">
      <Facts
        facts={[
          ['Set aside', claimed(reserveAmount, currency)],
          ['Paid out', claimed(paidAmount, currency)],
        ]}
      />
      <ol className="line">
        {payouts.map((payout) => (
          <li key={payout.id}>
            <p>
              {claimed(payout.amount, currency)} on {day(payout.paidOn)}{' '}
              {payout.reverses ? 'taken back' : `to ${payout.payee ?? 'the claimant'}`}
            </p>
            <p className="faint">
              {payout.reference && `${payout.reference}, `}recorded by {payout.recordedBy}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
