import type { JsonSchema } from '@staycover/documents';
import { parseSubject } from '@staycover/events';
import { checkerFor, closed } from './checker.ts';
import { loadDocument } from './documents.ts';

const document = closed(await loadDocument('asyncapi'));
const faultIn = checkerFor({ events: document });
const messages = Object.values(document.components.messages);

/** What of a published message breaks the AsyncAPI document, if anything; what other systems send is theirs. */
export const publicationFault = (subject: string, text: string): string | undefined => {
  const { service, name } = parseSubject(subject) ?? {};
  if (service === 'inbound') return undefined;
  const message = messages.find((each) => String(each['name']).startsWith(`insurance.${service}.${name}.v`));
  if (!message) return `${subject}: no such event`;
  const fault = faultIn(message['payload'] as JsonSchema, 'events', JSON.parse(text));
  return fault && `${subject}: ${fault}`;
};
