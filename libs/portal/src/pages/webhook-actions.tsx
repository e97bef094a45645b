import type { Resource } from '@staycover/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, answerTo, api } from '../data/api.ts';
import { Problem } from '../data/problem.ts';
import { replayWords } from '../data/replay-words.ts';
import { Action } from '../ui/action.tsx';
import { State } from '../ui/parts.tsx';
import { ChangeWebhook, SecretOnce } from './webhook-form.tsx';

type Endpoint = Resource<'WebhookEndpoint'>;

const remove = async (id: string, etag: string | undefined): Promise<void> => {
  const { error, response } = await api.DELETE('/api/webhook-endpoint/{id}', {
    params: { path: { id } },
    headers: { 'If-Match': etag },
  });
  if (!response.ok) throw new Problem(response.status, { ...error });
};

/** @throws Problem when the endpoint did not take it. */
const sendTest = async (id: string): Promise<Answer<Resource<'WebhookAttempt'>>> => {
  const answer = await answerTo(api.POST('/api/webhook-endpoint/{id}/test', { params: { path: { id } } }));
  const { outcome, error } = answer.data;
  if (outcome === 'FAILED') throw new Problem(0, { title: 'The endpoint did not take it', detail: error });
  return answer;
};

/** What the platform lets this reader do with an endpoint. */
export const WebhookActions = ({ answer }: { answer: Answer<Endpoint> }) => {
  const navigate = useNavigate();
  const { data: endpoint, allowed, etag } = answer;
  const { id, status, url } = endpoint;
  const request = { params: { path: { id } } };
  return (
    <>
      {allowed.has('testWebhookEndpoint') && (
        <Action verb="Test" isUnlisted send={() => sendTest(id)}>
          <p>A test event goes to {url}; how that went shows among the attempts.</p>
        </Action>
      )}
      {(allowed.get('setWebhookEndpointStatus') ?? []).map((to) => (
        <Action
          key={to}
          verb={to === 'ACTIVE' ? 'Activate' : 'Pause'}
          isUnlisted
          send={() =>
            answerTo(
              api.PATCH('/api/webhook-endpoint/{id}/status', {
                ...request,
                headers: { 'If-Match': etag },
                body: { status: to === 'ACTIVE' ? 'ACTIVE' : 'PAUSED' },
              }),
            )
          }
        >
          <p>
            The endpoint goes from <State name={status} /> to <State name={to} />.{' '}
            {to === 'ACTIVE' ? 'Events that wait are sent.' : 'Events wait until it is active again, for 30 days.'}
          </p>
        </Action>
      ))}
      {allowed.has('updateWebhookEndpoint') && <ChangeWebhook endpoint={endpoint} etag={etag} />}
      {allowed.has('rotateWebhookSecret') && <RotateSecret id={id} />}
      {allowed.has('replayWebhookEvents') && <Replay id={id} />}
      {allowed.has('deleteWebhookEndpoint') && (
        <Action
          verb="Delete"
          isFinal
          send={async () => {
            await remove(id, etag);
            await navigate({ to: '/webhooks', search: ({ org }) => ({ org }) });
          }}
        >
          <p>Nothing more is sent to {url}. Its secret is forgotten.</p>
        </Action>
      )}
    </>
  );
};

const RotateSecret = ({ id }: { id: string }) => {
  const [secret, setSecret] = useState<string>();
  const rotate = async (): Promise<void> => {
    const answer = await answerTo(api.POST('/api/webhook-endpoint/{id}/rotate-secret', { params: { path: { id } } }));
    setSecret(answer.data.secret);
  };
  return (
    <>
      <Action verb="New secret" send={rotate}>
        <p>For 24 hours requests carry the signatures of both secrets, the old one and the new one.</p>
      </Action>
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
};

/** Sends events of an endpoint again, and puts into words how many. */
export const replay = async (id: string, body: Resource<'ReplayWebhookEventsBody'>): Promise<{ words: string }> => {
  const { data } = await answerTo(api.POST('/api/webhook-endpoint/{id}/replay', { params: { path: { id } }, body }));
  return { words: replayWords(data) };
};

const Replay = ({ id }: { id: string }) => (
  <Action verb="Replay" send={(fields) => replay(id, { from: `${String(fields.get('from'))}T00:00:00Z` })}>
    <p>Events of the last 30 days are sent again, in their order and under their ids, 10,000 at most.</p>
    <label>
      From the beginning of this day, UTC
      <input name="from" type="date" required />
    </label>
  </Action>
);
