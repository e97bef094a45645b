import type { Resource } from '@staycover/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, answerTo, api } from '../data/api.ts';
import { clockQuery } from '../data/clock.ts';
import { claimed, day, words } from '../data/format.ts';
import { payoutsLeft } from '../data/payouts.ts';
import { typedIn } from '../data/typed-in.ts';
import { orUnchanged } from '../data/unchanged.ts';
import { Action } from '../ui/action.tsx';
import { State } from '../ui/parts.tsx';

type Claim = Resource<'Claim'>;
type Decision = Resource<'ClaimDecisionBody'>;
type Move = Resource<'ClaimStatusBody'>['status'];

const REASONS = [
  'NO_COVER',
  'OUTSIDE_STAY',
  'BELOW_MINIMUM',
  'EXCLUDED',
  'LIMIT_EXHAUSTED',
  'NOT_PROVEN',
  'DUPLICATE',
  'FRAUD',
  'OTHER',
] as const;

const text = (fields: FormData, name: string): string | null => typedIn(fields, name) || null;
const amount = (fields: FormData, name: string): number | null => {
  const given = text(fields, name);
  return given === null ? null : Number(given);
};

const Amount = ({ name, label, isRequired = false }: { name: string; label: string; isRequired?: boolean }) => (
  <label>
    {label}
    <input name={name} required={isRequired} inputMode="decimal" pattern="(-)?[0-9]+([.][0-9]+)?" />
  </label>
);

const Text = ({ name, label, isRequired = false }: { name: string; label: string; isRequired?: boolean }) => (
  <label>
    {label}
    <input name={name} required={isRequired} maxLength={200} />
  </label>
);

/** What the platform lets this reader do with a claim. */
export const ClaimActions = ({ answer }: { answer: Answer<Claim> }) => {
  const { data: claim, allowed, etag } = answer;
  const request = { params: { path: { id: claim.id } }, headers: { 'If-Match': etag } };
  return (
    <>
      {allowed.has('decideClaim') && <Decide request={request} />}
      {allowed.has('setClaimReserve') && <Reserve request={request} />}
      {allowed.has('addClaimPayout') && <PayOut claim={claim} etag={etag} />}
      {(allowed.get('setClaimStatus') ?? []).map((to) => (
        <Action
          key={to}
          verb={`Set ${words(to)}`}
          isFinal={to === 'WITHDRAWN'}
          send={() =>
            orUnchanged(
              answerTo(api.PATCH('/api/claim/{id}/status', { ...request, body: { status: to as Move } })),
              etag,
            )
          }
        >
          <p>
            {claim.claimReference} goes from <State name={claim.statusName} /> to <State name={to} />.
          </p>
        </Action>
      ))}
    </>
  );
};

type Request = { params: { path: { id: string } }; headers: { 'If-Match': string | undefined } };

const Decide = ({ request }: { request: Request }) => {
  const decide = (body: Decision) => answerTo(api.POST('/api/claim/{id}/decision', { ...request, body }));
  return (
    <>
      <Action
        verb="Approve"
        send={(fields) =>
          decide({
            outcome: 'APPROVE',
            lossAmount: amount(fields, 'lossAmount'),
            approvedAmount: amount(fields, 'approvedAmount'),
            note: text(fields, 'note'),
          })
        }
      >
        <Amount name="lossAmount" label="Loss, the estimate by default" />
        <Amount name="approvedAmount" label="To be paid, what the cover pays by default" />
        <Text name="note" label="Note" />
      </Action>
      <Action
        verb="Deny"
        isFinal
        send={(fields) =>
          decide({
            outcome: 'DENY',
            denialReason: REASONS.find((reason) => reason === fields.get('denialReason'))!,
            note: text(fields, 'note'),
          })
        }
      >
        <label>
          Reason
          <select name="denialReason">
            {REASONS.map((reason) => (
              <option key={reason} value={reason}>
                {words(reason)}
              </option>
            ))}
          </select>
        </label>
        <Text name="note" label="Note" />
      </Action>
    </>
  );
};

const Reserve = ({ request }: { request: Request }) => (
  <Action
    verb="Reserve"
    send={(fields) =>
      orUnchanged(
        answerTo(
          api.PUT('/api/claim/{id}/reserve', {
            ...request,
            body: { amount: amount(fields, 'amount') ?? 0, note: text(fields, 'note') },
          }),
        ),
        request.headers['If-Match'],
      )
    }
  >
    <Amount name="amount" label="To set aside" isRequired />
    <Text name="note" label="Note" />
  </Action>
);

const PayOut = ({ claim, etag }: { claim: Claim; etag: string | undefined }) => (
  <Action
    verb="Record payout"
    send={(fields, key) =>
      answerTo(
        api.POST('/api/claim/{id}/payouts', {
          params: { path: { id: claim.id } },
          headers: { 'If-Match': etag, 'Idempotency-Key': key },
          body: {
            amount: amount(fields, 'amount') ?? 0,
            paidOn: text(fields, 'paidOn'),
            payee: text(fields, 'payee'),
            reference: text(fields, 'reference'),
            reverses: text(fields, 'reverses'),
          },
        }),
      )
    }
  >
    <p>
      The platform records what was paid; it moves no money. {claimed(claim.reserveAmount, claim.currency)} is left to
      be paid.
    </p>
    <Amount
      name="amount"
      label={`Amount${claim.currency ? ` in ${claim.currency}` : ''}, negative to take one back`}
      isRequired
    />
    <PayoutFields claim={claim} />
  </Action>
);

/** What comes with the amount; one that takes another back has no payee of its own. */
const PayoutFields = ({ claim: { payouts, currency } }: { claim: Claim }) => {
  const { data: now } = useQuery(clockQuery);
  const [reversed, setReversed] = useState('');
  const left = payoutsLeft(payouts);
  return (
    <>
      <label>
        Paid on, today by default
        <input name="paidOn" type="date" max={now?.slice(0, 10)} />
      </label>
      <Text name="payee" label="Payee" isRequired={reversed === ''} />
      <Text name="reference" label="Reference" />
      {left.length > 0 && (
        <label>
          Takes back
          <select name="reverses" value={reversed} onChange={({ target }) => setReversed(target.value)}>
            <option value="">none</option>
            {left.map((payout) => (
              <option key={payout.id} value={payout.id}>
                {claimed(payout.amount, currency)} of {day(payout.paidOn)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
};
