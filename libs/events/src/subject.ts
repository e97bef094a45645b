import { fields } from '@staycover/api';

/** `insurance.billing.invoice-sent` and `acme` make `insurance.billing.invoice-sent.acme`; throws on an unfit id. */
export const eventSubject = (event: { subjectPrefix: string }, organizationId: string): string =>
  `${event.subjectPrefix}.${fields.organizationId.parse(organizationId)}`;

/** The parts of an event's subject, or undefined when it is none. */
export const parseSubject = (
  subject: string,
): { service: string; name: string; organizationId: string } | undefined => {
  const match = /^insurance\.([a-z]+)\.([a-z0-9-]+)\.([A-Za-z0-9_-]{1,64})$/.exec(subject);
  if (!match) return undefined;
  const [, service = '', name = '', organizationId = ''] = match;
  return { service, name, organizationId };
};

/** The organization at the end of a subject; arbitrary for a subject that is not an event's. */
export const organizationInSubject = (subject: string): string => subject.slice(subject.lastIndexOf('.') + 1);
