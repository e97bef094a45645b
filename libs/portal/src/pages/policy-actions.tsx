import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, answerTo, api } from '../data/api.ts';
import { clockQuery } from '../data/clock.ts';
import { documentDay } from '../data/document-day.ts';
import { words } from '../data/format.ts';
import { typedIn } from '../data/typed-in.ts';
import { orUnchanged } from '../data/unchanged.ts';
import { Action } from '../ui/action.tsx';
import { State } from '../ui/parts.tsx';
import { SavePdf } from '../ui/save.tsx';

type Policy = Resource<'Policy'>;

const VERBS: Partial<Record<string, string>> = { ACTIVE: 'Activate', SUSPENDED: 'Suspend', CANCELLED: 'Cancel policy' };

/** What the platform lets this reader do with a policy. */
export const PolicyActions = ({ answer }: { answer: Answer<Policy> }) => {
  const { data: policy, allowed, etag } = answer;
  return (
    <>
      {allowed.has('generateInvoice') && <Generate policy={policy} />}
      {(allowed.get('setPolicyStatus') ?? []).map((to) => (
        <SetStatus key={to} policy={policy} to={to as Policy['status']} etag={etag} />
      ))}
      {policy.boundAt !== null && (
        <>
          {policy.status === 'ACTIVE' && <Document verb="Certificate" of={policy} kind="certificate" />}
          <Document verb="Declarations" of={policy} kind="declarations" />
        </>
      )}
    </>
  );
};

type DocumentProps = { verb: string; of: Policy; kind: 'certificate' | 'declarations' };

const Document = ({ verb, of: policy, kind }: DocumentProps) => {
  const { data: now } = useQuery(clockQuery);
  const day = now && documentDay(policy, now.slice(0, 10));
  const path = `/api/policy/${policy.id}/${kind}${day ? `?asOf=${day}` : ''}`;
  return <SavePdf verb={verb} name={`${policy.policyReference}-${kind}`} path={path} />;
};

const Generate = ({ policy }: { policy: Policy }) => {
  const navigate = useNavigate();
  return (
    <Action
      verb="Generate invoice"
      send={async () => {
        const path = { policyId: policy.id };
        const made = await answerTo(api.POST('/api/invoice/generate/{policyId}', { params: { path } }));
        if ('id' in made.data)
          await navigate({ to: '/invoices/$id', params: { id: made.data.id }, search: ({ org }) => ({ org }) });
        return made;
      }}
    >
      <p>
        The covered nights of {policy.policyReference} that are not billed yet become a draft for{' '}
        {policy.organizationId}.
      </p>
    </Action>
  );
};

type SetStatusProps = { policy: Policy; to: Policy['status']; etag: string | undefined };

const SetStatus = ({ policy, to, etag }: SetStatusProps) => (
  <Action
    verb={VERBS[to] ?? `Set ${words(to)}`}
    isFinal={to === 'CANCELLED' || to === 'EXPIRED'}
    send={(fields) =>
      orUnchanged(
        answerTo(
          api.PATCH('/api/policy/{id}/status', {
            params: { path: { id: policy.id } },
            headers: { 'If-Match': etag },
            body: {
              status: to,
              effectiveDate: typedIn(fields, 'effectiveDate') || undefined,
              note: typedIn(fields, 'note') || undefined,
            },
          }),
        ),
        etag,
      )
    }
  >
    <p>
      {policy.policyReference} of {policy.organizationId} goes from <State name={policy.status} /> to{' '}
      <State name={to} />.
    </p>
    {policy.boundAt !== null && (
      <>
        <label>
          From which day; the first possible one without it
          <input name="effectiveDate" type="date" />
        </label>
        <label>
          Note
          <input name="note" maxLength={500} />
        </label>
      </>
    )}
  </Action>
);
