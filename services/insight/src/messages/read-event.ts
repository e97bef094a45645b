import { fields } from '@staycover/api';
import { parseSubject } from '@staycover/events';
import { tryParseJson } from '@staycover/kernel';
import { z } from 'zod';
import type { ReceivedEvent } from '../domain/event-record.ts';

/** Only what every event has: one of a type that this release does not know is read like any other. */
const Read = z.object({
  specversion: z.literal('1.0'),
  id: fields.uuid,
  type: z.string().regex(/^insurance\.[a-z]+\.[a-z0-9-]+\.v\d+$/),
  subject: fields.requiredText(255),
  time: fields.instant,
  traceparent: z.string().optional(),
  data: z.looseObject({ organizationId: fields.organizationId }),
});

const TRACE = /^[0-9a-f]{2}-([0-9a-f]{32})-/;

/** The event of one of our services, or why it is none. */
export const readEvent = (subject: string, text: string): ReceivedEvent | { refused: string } => {
  const place = parseSubject(subject);
  if (!place) return { refused: 'The subject is not that of an event.' };
  const parsed = Read.safeParse(tryParseJson(text));
  if (!parsed.success) return { refused: `The envelope is not right: ${z.prettifyError(parsed.error)}` };
  const { id, type, subject: aggregateId, time, traceparent, data } = parsed.data;
  const { service, name, organizationId } = place;
  if (data.organizationId !== organizationId) return { refused: 'Subject and data name different organizations.' };
  const traceId = TRACE.exec(traceparent ?? '')?.[1] ?? null;
  // The database prints ids in small letters.
  return { id: id.toLowerCase(), type, service, name, aggregateId, time, traceId, organizationId, data };
};
