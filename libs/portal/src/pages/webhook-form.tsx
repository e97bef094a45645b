import type { Resource } from '@staycover/client';
import { useSearch } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { answerTo, api } from '../data/api.ts';
import { useOnlyOrganization } from '../data/me.ts';
import { typedIn } from '../data/typed-in.ts';
import { changedSettings, readSettings, type WebhookSettings } from '../data/webhook-settings.ts';
import { Action } from '../ui/action.tsx';
import { Dialog } from '../ui/dialog.tsx';

const NEW: WebhookSettings = { url: 'https://', description: null, eventTypes: ['*'] };

/** A field shows what is there now until something else is typed, which then stays. */
const useTyped = (present: string) => {
  const [typed, setTyped] = useState<string>();
  const onChange = ({ target: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void =>
    setTyped(value === present ? undefined : value);
  return { value: typed ?? present, onChange };
};

const SettingsFields = ({ settings: { url, eventTypes, description } }: { settings: WebhookSettings }) => (
  <>
    <label>
      Address
      <input name="url" type="url" required maxLength={2048} {...useTyped(url)} />
    </label>
    <label>
      Event types, in which * stands for any text, one a line
      <textarea name="eventTypes" required rows={4} {...useTyped(eventTypes.join('\n'))} />
    </label>
    <label>
      Description
      <input name="description" maxLength={255} {...useTyped(description ?? '')} />
    </label>
  </>
);

/** The secret of an endpoint, which the platform shows once. */
export const SecretOnce = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog title="The secret of the endpoint" onClose={onClose}>
    <p>Your receiver checks signatures with it. It is shown only now: keep it.</p>
    <p>
      <code className="secret">{secret}</code>
    </p>
    <form method="dialog" className="row">
      <button type="submit" className="primary">
        I have kept it
      </button>
    </form>
  </Dialog>
);

/** Makes an endpoint, and shows its secret. */
export const CreateWebhook = () => {
  const only = useOnlyOrganization();
  const { org = only ?? '' } = useSearch({ strict: false });
  const [secret, setSecret] = useState<string>();
  const create = async (fields: FormData): Promise<void> => {
    const body = { organizationId: typedIn(fields, 'organizationId'), ...readSettings(fields) };
    setSecret((await answerTo(api.POST('/api/webhook-endpoint', { body }))).data.secret);
  };
  return (
    <>
      <Action verb="Add endpoint" send={create}>
        <label>
          Organization
          <input name="organizationId" required maxLength={64} defaultValue={org} />
        </label>
        <SettingsFields settings={NEW} />
      </Action>
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
};

/** Changes the address, the types or the description of an endpoint. */
export const ChangeWebhook = ({
  endpoint,
  etag,
}: {
  endpoint: Resource<'WebhookEndpoint'>;
  etag: string | undefined;
}) => (
  <Action
    verb="Change"
    isUnlisted
    send={(fields) =>
      answerTo(
        api.PUT('/api/webhook-endpoint/{id}', {
          params: { path: { id: endpoint.id } },
          headers: { 'If-Match': etag },
          body: changedSettings(endpoint, fields),
        }),
      )
    }
  >
    <SettingsFields settings={endpoint} />
  </Action>
);
