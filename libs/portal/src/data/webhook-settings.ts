import type { Resource } from '@staycover/client';
import { typedIn } from './typed-in.ts';

/** What people set of a webhook endpoint. */
export type WebhookSettings = Pick<Resource<'WebhookEndpoint'>, 'url' | 'description' | 'eventTypes'>;

/** Names and paths beyond ASCII as addresses have them: `exämple.com` is `xn--exmple-cua.com`. */
const addressIn = (text: string): string => (/[^ -~]/.test(text) && URL.canParse(text) ? new URL(text).href : text);

/** The settings that were typed into a form. */
export const readSettings = (fields: FormData): WebhookSettings => ({
  url: addressIn(typedIn(fields, 'url')),
  description: typedIn(fields, 'description') || null,
  eventTypes: typedIn(fields, 'eventTypes').split(/\s+/).filter(Boolean),
});

/** The settings that are other than the present ones. The others are not sent: somebody else may be changing them. */
export const changedSettings = (present: WebhookSettings, fields: FormData): Partial<WebhookSettings> => {
  const { url, description, eventTypes } = readSettings(fields);
  return {
    ...(url !== present.url && { url }),
    ...(description !== present.description && { description }),
    ...(eventTypes.join() !== present.eventTypes.join() && { eventTypes }),
  };
};
