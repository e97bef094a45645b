import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { answerTo, api } from '../data/api.ts';
import { day, rateChange, words } from '../data/format.ts';
import { queries } from '../data/queries.ts';
import { typedIn } from '../data/typed-in.ts';
import { orUnchanged } from '../data/unchanged.ts';
import { Action } from '../ui/action.tsx';
import { State } from '../ui/parts.tsx';
import { ProblemView } from '../ui/states.tsx';

type Renewal = Resource<'RenewalRecord'>;

const VERBS: Partial<Record<string, string>> = {
  SCHEDULED: 'Approve',
  MANUAL_REVIEW: 'Have it reviewed',
  CANCELLED: 'Cancel renewal',
};

/** What the platform lets this reader decide about a renewal. */
export const RenewalActions = ({ of }: { of: Pick<Renewal, 'id' | 'version'> }) => {
  const { data: found, error, refetch } = useQuery(queries.renewal(of));
  if (!found) return error && <ProblemView error={error} onRetry={() => void refetch()} />;
  const { data: renewal, allowed, etag } = found;
  return (
    <span className="row">
      {(allowed.get('setRenewalStatus') ?? []).map((to) => (
        <Decide key={to} renewal={renewal} to={to as Renewal['status']} etag={etag} />
      ))}
    </span>
  );
};

type DecideProps = { renewal: Renewal; to: Renewal['status']; etag: string | undefined };

const Decide = ({ renewal, to, etag }: DecideProps) => (
  <Action
    verb={VERBS[to] ?? `Set ${words(to)}`}
    isFinal={to === 'CANCELLED'}
    send={(fields) => {
      const newRate = typedIn(fields, 'newRate');
      return orUnchanged(
        answerTo(
          api.PATCH('/api/renewal/{id}/status', {
            params: { path: { id: renewal.id } },
            headers: { 'If-Match': etag },
            body: { status: to, ...(newRate !== '' && { newRate: Number(newRate) }) },
          }),
        ),
        etag,
      );
    }}
  >
    <p>
      The renewal of {renewal.policyReference ?? 'the policy'} of {renewal.organizationId} from{' '}
      {day(renewal.newTermStart)} on goes from <State name={renewal.status} /> to <State name={to} />. Its rate:{' '}
      <RateChange renewal={renewal} />.
    </p>
    {renewal.reviewReasons.map((reason) => (
      <p key={reason}>{reason}</p>
    ))}
    {to === 'SCHEDULED' && (
      <label>
        Another rate a night, if not that one
        <input name="newRate" inputMode="decimal" pattern="[0-9]+([.][0-9]{1,4})?" />
      </label>
    )}
  </Action>
);

/** The currency is the policy's. */
export const RateChange = ({ renewal }: { renewal: Renewal }) => {
  const { data: policy } = useQuery(queries.policyOnce(renewal.organizationPolicyId));
  return rateChange(renewal.previousRate, renewal.newRate, policy?.data.currency);
};
