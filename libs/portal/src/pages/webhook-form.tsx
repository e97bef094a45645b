import type { Resource } from '@staycover/client';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerTo, api } from '../data/api.ts';
import { useOnlyOrganization } from '../data/me.ts';
import { Action } from '../ui/action.tsx';
import { Dialog } from '../ui/dialog.tsx';

type Settings = Pick<Resource<'WebhookEndpoint'>, 'url' | 'description' | 'eventTypes'>;

const NEW: Settings = { url: 'https://', description: null, eventTypes: ['*'] };

/** Names and paths beyond ASCII as addresses have them: `exämple.com` is `xn--exmple-cua.com`. */
const addressIn = (text: string): string => (/[^ -~]/.test(text) && URL.canParse(text) ? new URL(text).href : text);

const settingsIn = (fields: FormData): Settings => ({
  url: addressIn(String(fields.get('url')).trim()),
  description: String(fields.get('description')).trim() || null,
  eventTypes: String(fields.get('eventTypes')).split(/\s+/).filter(Boolean),
});

const SettingsFields = ({ settings }: { settings: Settings }) => (
  <>
    <label>
      Address
      <input name="url" type="url" required maxLength={2048} defaultValue={settings.url} />
    </label>
    <label>
      Event types, in which * stands for any text, one a line
      <textarea name="eventTypes" required rows={4} defaultValue={settings.eventTypes.join('\n')} />
    </label>
    <label>
      Description
      <input name="description" maxLength={255} defaultValue={settings.description ?? ''} />
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
    const body = { organizationId: String(fields.get('organizationId')).trim(), ...settingsIn(fields) };
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
          body: settingsIn(fields),
        }),
      )
    }
  >
    <SettingsFields settings={endpoint} />
  </Action>
);
