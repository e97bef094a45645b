import type { JsonSchema } from '@staycover/documents';
import { parseSubject } from '@staycover/events';
import { documentChecks } from './document-checks.ts';

/** Returns a function that reports what of a published message breaks the AsyncAPI document; events of other systems pass. */
export const loadPublicationCheck = async () => {
  const { messages, faultIn } = await documentChecks.events();
  return (subject: string, text: string): string | undefined => {
    const { service, name } = parseSubject(subject) ?? {};
    if (service === 'inbound') return undefined;
    const message = messages.find((each) => String(each['name']).startsWith(`insurance.${service}.${name}.v`));
    if (!message) return `${subject}: no such event`;
    const fault = faultIn(message['payload'] as JsonSchema, 'events', JSON.parse(text));
    return fault && `${subject}: ${fault}`;
  };
};
