import type { Resource as ResourceOf } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { claimed, day, moment, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { Facts, Head, Part, State } from '../ui/parts.tsx';
import { Resource } from '../ui/resource.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Audit } from './audit.tsx';
import { ClaimActions } from './claim-actions.tsx';
import { ClaimCover, ClaimDecision, ClaimPayouts } from './claim-money.tsx';
import { Timeline } from './timeline.tsx';

type Claim = ResourceOf<'Claim'>;

export const ClaimPage = () => {
  const { id = '' } = useParams({ strict: false });
  const { view } = useSearch({ strict: false });
  const found = useQuery(queries.claim(id));
  return (
    <Resource heading="h1" found={found}>
      {(answer) => {
        const { data: claim } = answer;
        return (
          <>
            <Head kind={`Claim of ${claim.organizationId}`} title={claim.claimReference} state={claim.statusName}>
              <ClaimActions answer={answer} />
            </Head>
            <Facts
              facts={[
                ['Reservation', claim.reservationReferenceId],
                ['Damage on', day(claim.damageDate)],
                ['Estimate', claimed(claim.estimateAmount, claim.currency)],
                ['Kind', claim.category],
                ['Cover of', words(claim.coverageType)],
                ['Made', moment(claim.createdDate)],
                ['Changed', moment(claim.lastModifiedDate)],
              ]}
            />
            <Tabs views={{ claim: 'Claim', timeline: 'Timeline', audit: 'Changes' }} />
            {view === 'timeline' && <Timeline id={id} />}
            {view === 'audit' && <Audit of="claim" id={id} />}
            {view === undefined && <ClaimParts claim={claim} />}
          </>
        );
      }}
    </Resource>
  );
};

/** The content of the claim, and its decision. */
const ClaimParts = ({ claim }: { claim: Claim }) => (
  <>
    {claim.damageDescription && (
      <Part title="What happened">
        <p>{claim.damageDescription}</p>
      </Part>
    )}
    <ClaimCover claim={claim} />
    <ClaimDecision claim={claim} />
    <ClaimPayouts claim={claim} />
    <Assessment claim={claim} />
    <Documents claim={claim} />
    <Part title="History">
      <ol className="line">
        {claim.statusHistory.map(({ status, date, changedBy }) => (
          <li key={`${status} ${date}`}>
            <p>
              <State name={status} /> by {changedBy}
            </p>
            <p className="faint">{moment(date)}</p>
          </li>
        ))}
      </ol>
    </Part>
  </>
);

const Assessment = ({ claim: { aiAssessment: found, currency } }: { claim: Claim }) =>
  found && (
    <Part title="Preliminary assessment, which advises and never decides">
      <Facts
        facts={[
          ['Suggested', claimed(found.suggestedAmount, currency)],
          [
            'Between',
            found.suggestedAmountMin === null
              ? null
              : `${claimed(found.suggestedAmountMin, currency)} – ${claimed(found.suggestedAmountMax, currency)}`,
          ],
          ['Confidence', found.confidence && words(found.confidence)],
          ['Flags', found.flags.map(words).join(', ')],
          ['Assessed', moment(found.assessedAt)],
        ]}
      />
      {found.reasoning && <p>{found.reasoning}</p>}
      <Facts
        facts={found.followupQuestions.map((asked) => [asked, found.followupAnswers[asked] ?? 'not answered yet'])}
      />
    </Part>
  );

const Documents = ({ claim: { documents } }: { claim: Claim }) =>
  documents.length > 0 && (
    <Part title="Documents, which are kept elsewhere">
      <ul>
        {documents.map(({ fileName, contentType, uploadedAt }) => (
          <li key={`${fileName} ${uploadedAt}`}>
            {fileName} <span className="faint">{contentType}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
